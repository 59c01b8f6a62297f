#include "phigp/inference/admissible_region.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/inference/learning.h"
#include "phigp/inference/sparse/sparse_learning.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "phigp/likelihoods/custom.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

// exp(-r^a) is admissible up to a = 1, the normal law; the noise here has lighter tails than that.
struct Light {
  TrainingSet data;
  Hyperparameters start;
};

Light light(double a) {
  constexpr Eigen::Index kRows = 40;
  Light all;
  all.data.X.resize(kRows, 1);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    const double x = 0.15 * static_cast<double>(i);
    all.data.X(i, 0) = x;
    all.data.rows.push_back({std::sin(x) + (i % 2 == 0 ? 0.3 : -0.3), 1.0});
  }
  const LikelihoodPtr likelihood = likelihood_from_phi({"exp(-r^a)"}, {{"a", a}, {"scale", 0.5}});
  all.start = {parse_kernel("rbf", 1), MeanFunction(MeanFunction::Kind::constant, 1), likelihood};
  return all;
}

TEST(AdmissibleRegion, EndsWherePhiIsNoLongerALaplaceTransform) {
  const Light problem = light(0.5);
  const FreeParameters free(problem.start, {});
  const AdmissibleRegion region(free, problem.start.likelihood, problem.data);
  const Vector x = free.pack(problem.start);
  const Eigen::Index a = free.kernel_count() + free.mean_count();
  Vector outside = x;
  outside[a] = std::log(3.0);
  outside[a + 1] += 1.0;
  EXPECT_TRUE(region.contains(x));
  EXPECT_FALSE(region.contains(outside));
  ParameterLimits limits = parameter_limits(free, problem.start, problem.data);
  const ParameterLimits before = limits;
  region.narrow(x, outside, limits);
  EXPECT_LE(limits.high[a], 0.0);
  EXPECT_GT(limits.high[a], -1e-3);
  EXPECT_EQ(limits.low, before.low);
  EXPECT_EQ(limits.high[a + 1], before.high[a + 1]) << "the scale does not lead out";
}

TEST(AdmissibleRegion, KeepsLearningInsideAndLetsOthersGoOn) {
  for (const double a : {0.5, 0.9}) {
    const Light problem = light(a);
    const LearningResult learned = learn(problem.data, problem.start);
    EXPECT_NEAR(learned.values.likelihood->parameter("a"), 1.0, 2e-3) << a;
    EXPECT_LE(learned.values.likelihood->parameter("a"), 1.0) << a;
    EXPECT_EQ(learned.at_limit, std::vector<std::string>{"a"}) << a;
    // At the limit the noise is normal with sd scale / sqrt(2).
    EXPECT_NEAR(learned.values.likelihood->parameter("scale") / std::sqrt(2.0), 0.3, 0.05) << a;
    EXPECT_GT(learned.fit.elbo, learned.first_elbo + 1.0) << a;
  }
}

TEST(AdmissibleRegion, KeepsSparseLearningInside) {
  const Light problem = light(0.5);
  const AscentResult fit =
      coordinate_ascent(dense_prior(problem.start, problem.data), *problem.start.likelihood,
                        Observations(*problem.start.likelihood, problem.data.rows));
  const SparseLearningResult learned =
      sparse_learn(problem.data, problem.data.X, problem.start,
                   refreshed_c2(*problem.start.likelihood, problem.data, fit.q), Threads(1));
  EXPECT_NEAR(learned.values.likelihood->parameter("a"), 1.0, 2e-3);
  EXPECT_LE(learned.values.likelihood->parameter("a"), 1.0);
  EXPECT_EQ(learned.at_limit, std::vector<std::string>{"a"});
}

TEST(AdmissibleRegion, KeepsMinibatchesInside) {
  const Light problem = light(0.7);
  for (const auto schedule : {StochasticSchedule::quick, StochasticSchedule::paper}) {
    StochasticPlan plan = StochasticPlan::of(schedule, problem.data.size());
    plan.steps = 150;
    plan.rate = 0.05;
    const StochasticFit learned =
        stochastic_fit(RowsInMemory(problem.data), problem.data.X, problem.start, plan, Threads(1));
    EXPECT_NEAR(learned.fit.values.likelihood->parameter("a"), 1.0, 2e-3);
    EXPECT_LE(learned.fit.values.likelihood->parameter("a"), 1.0);
    EXPECT_EQ(learned.fit.at_limit, std::vector<std::string>{"a"});
  }
}

}  // namespace
}  // namespace phigp
