#include "phigp/inference/sparse/longer_lengthscales.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

// f moves with the first feature alone; to the kernel the second, which goes its own way, matters,
// too.
class LongerLengthscales : public testing::Test {
 protected:
  LongerLengthscales() : data(small_data(Domain::real, 400)) {
    for (Eigen::Index i = 0; i < 400; ++i) data.X(i, 1) = std::sin(static_cast<double>(i * i));
    Z = data.X(Eigen::seq(0, 399, 10), Eigen::all);
  }
  phigp::LongerLengthscales run(const LearnedParts& parts = {}, const std::string& priors = "",
                                const Watcher& watch = {}) {
    const SparseBound bound(data, threads);
    const InducingBasis basis(at.kernel, Z);
    return lengthen(bound, data, at, Z,
                    bound.c2_under(basis, at, SparsePosterior(NaturalParameters::of_prior(40))),
                    parts, priors.empty() ? std::vector<PriorStatement>() : parse_priors(priors),
                    watch);
  }
  // Of the model with these values, c^2 at its optimum.
  double bound_of(const Hyperparameters& values) const {
    const SparseBound bound(data, threads);
    const InducingBasis basis(values.kernel, Z);
    NaturalParameters q = NaturalParameters::of_prior(40);
    double value = 0.0;
    for (int pass = 0; pass < 20; ++pass) {
      const SparseBound::Point point =
          bound.at(values, Z, bound.c2_under(basis, values, SparsePosterior(q)));
      q = point.q.natural();
      value = point.value;
    }
    return value;
  }

  TrainingSet data;
  Points Z;
  Threads threads{1};
  Hyperparameters at = small_model("student-t", "1.3*rbf(ard, lengthscale=[0.9,1.1])");
};

TEST_F(LongerLengthscales, LeaveOutAFeatureThatSaysNothing) {
  const auto found = run();
  EXPECT_EQ(found.count, 1);
  const std::vector<double> before = at.kernel->parameters();
  const std::vector<double> after = found.values.kernel->parameters();
  ASSERT_EQ(at.kernel->parameter_names()[1], "rbf.lengthscale[0]");
  EXPECT_EQ(after[1], before[1]);
  EXPECT_NEAR(after[2], 10.0 * before[2], 1e-9 * before[2]);
  EXPECT_GT(bound_of(found.values), bound_of(at) + 1.0);
  EXPECT_EQ(found.q.b.size(), 40);
}

// From no matter how little is known of c^2: the prior's is refreshed as often on both sides.
TEST_F(LongerLengthscales, AreTakenWhereTheBoundAtItsOptimumIsHigher) {
  int longer = 0;
  int kept = 0;
  const std::vector<Row> plain = data.rows;
  for (int step = 0; step <= 20; ++step) {
    const double slope = 0.01 * step;
    for (std::size_t i = 0; i < plain.size(); ++i)
      data.rows[i].y = plain[i].y + slope * data.X(static_cast<Eigen::Index>(i), 1);
    at = small_model("student-t", "1.3*rbf(ard, lengthscale=[0.9,6])");
    const double gain =
        bound_of(small_model("student-t", "1.3*rbf(ard, lengthscale=[0.9,60])")) - bound_of(at);
    if (std::abs(gain) < 0.1) continue;  // nearly equal: one refresh need not tell
    EXPECT_EQ(run().count, gain > 0.0 ? 1 : 0) << slope << ": " << gain;
    ++(gain > 0.0 ? longer : kept);
  }
  EXPECT_GE(longer, 3);
  EXPECT_GE(kept, 3);
}

TEST_F(LongerLengthscales, EndWhereTheyAreToldTo) {
  for (const int last : {1, 2, 3}) {
    int calls = 0;
    const auto found = run({}, "", [&](const Progress& progress) {
      EXPECT_EQ(progress.rows, 400.0);
      EXPECT_EQ(progress.iteration, calls + 1);
      return ++calls < last;
    });
    EXPECT_EQ(calls, last);
    EXPECT_EQ(found.count, 0);
    EXPECT_EQ(found.values.kernel->parameters(), at.kernel->parameters());
  }
}

TEST_F(LongerLengthscales, StayWhereTheyAreNotLearnedOrAPriorHoldsThem) {
  EXPECT_EQ(run({.kernel = false, .mean = true, .likelihood = true}).count, 0);
  EXPECT_EQ(run({}, "rbf.lengthscale[1]=lognormal(0.1,0.01)").count, 0);
  EXPECT_EQ(run({}, "rbf.lengthscale[1]=lognormal(0.1,5)").count, 1);
}

}  // namespace
}  // namespace phigp
