// Inducing inputs that leave and come, against bounds that are computed anew.
#include "phigp/inference/sparse/relocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/limits.h"
#include "phigp/inference/sparse/input_losses.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

// E_q[h^2] of every row under a q that knows something of the rows.
std::vector<double> some_c2(const SparseBound& bound, const Hyperparameters& at, const Points& Z,
                            const TrainingSet& data) {
  const InducingBasis basis(at.kernel, Z);
  const std::vector<double> of_prior =
      bound.c2_under(basis, at, SparsePosterior(NaturalParameters::of_prior(Z.rows())));
  EXPECT_EQ(of_prior.size(), data.rows.size());
  const SparseBound::Point point = bound.at(at, Z, of_prior);
  return bound.c2_under(point.basis, at, point.q);
}

Points without(const Points& Z, const std::vector<Eigen::Index>& gone) {
  std::vector<Eigen::Index> rest;
  for (Eigen::Index j = 0; j < Z.rows(); ++j)
    if (std::find(gone.begin(), gone.end(), j) == gone.end()) rest.push_back(j);
  return Z(rest, Eigen::all);
}

class InputLossesContract : public testing::TestWithParam<std::string> {};

TEST_P(InputLossesContract, AreWhatTheBoundLosesOneByOne) {
  TrainingSet data = small_data(make_likelihood(GetParam())->domain(), 40);
  data.weights.assign(40, 1.0);
  data.weights[3] = 2.5;
  data.offset = Vector::LinSpaced(40, -0.2, 0.3);
  const Hyperparameters at =
      small_model(GetParam(), "1.3*matern32(ard, lengthscale=[0.8,2]) + 0.1*white");
  const Threads threads(1);
  const SparseBound bound(data, threads);
  const Points Z = data.X(Eigen::seq(0, 39, 5), Eigen::all);
  const std::vector<double> c2 = some_c2(bound, at, Z, data);
  InputLosses losses(bound.at(at, Z, c2));
  std::vector<Eigen::Index> gone;
  while (static_cast<Eigen::Index>(gone.size()) + 1 < Z.rows()) {
    const double here = bound.at(at, without(Z, gone), c2).value;
    double least = kInfinity;
    for (Eigen::Index j = 0; j < Z.rows(); ++j) {
      if (!losses.has(j)) continue;
      std::vector<Eigen::Index> more = gone;
      more.push_back(j);
      const double lost = here - bound.at(at, without(Z, more), c2).value;
      EXPECT_NEAR(losses.loss(j), lost, 1e-8 * (1.0 + std::abs(here)))
          << j << " after " << gone.size();
      least = std::min(least, losses.loss(j));
    }
    gone.push_back(losses.least());
    EXPECT_EQ(losses.loss(gone.back()), least);
    losses.drop(gone.back());
    EXPECT_FALSE(losses.has(gone.back()));
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, InputLossesContract, testing::ValuesIn(likelihood_names()));

// Two different rows, one of which is the input: the other is the only candidate.
TEST(Relocation, TakesOfTwoInputsTheBetter) {
  const Hyperparameters at = small_model("student-t");
  const Threads threads(1);
  int moved = 0;
  for (Eigen::Index k = 0; k < 20; ++k) {
    TrainingSet data = small_data(Domain::real, 60);
    const Points both = data.X(std::vector<Eigen::Index>{k, 59 - 2 * k}, Eigen::all);
    for (Eigen::Index i = 0; i < 60; ++i)
      data.X.row(i) = both.row((i % 3 == 0) == (k % 2 == 0) ? 0 : 1);
    const SparseBound bound(data, threads);
    const Points Z = both.topRows(1);
    const Points other = both.bottomRows(1);
    const std::vector<double> c2 = some_c2(bound, at, Z, data);
    const double gain = bound.at(at, other, c2).value - bound.at(at, Z, c2).value;
    Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 1, .index = 0});
    const auto found = relocate(bound, data, at, Z, c2, stream);
    ASSERT_EQ(found.has_value(), gain > 0.0) << k << " " << gain;
    if (!found) continue;
    ++moved;
    EXPECT_EQ(found->moved, std::vector<Eigen::Index>{0});
    EXPECT_EQ(found->Z, other);
    EXPECT_NEAR(found->gain, gain, 1e-9 * (1.0 + gain));
    EXPECT_EQ(found->q.b, bound.at(at, other, c2).q.natural().b);
  }
  EXPECT_GT(moved, 3);
  EXPECT_LT(moved, 20);
}

// All inputs in one half of the rows: some go to the other.
TEST(Relocation, BringsInputsToWhereTheyAreMissed) {
  TrainingSet data = small_data(Domain::real, 600);
  data.X.col(1).setZero();
  const Hyperparameters at = small_model("student-t", "1.3*rbf(lengthscale=0.3)");
  const Threads threads(1);
  const SparseBound bound(data, threads);
  const Points Z = data.X(Eigen::seq(0, 299, 12), Eigen::all);  // -2 … 0
  const std::vector<double> c2 = some_c2(bound, at, Z, data);
  Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 2, .index = 0});
  const auto found = relocate(bound, data, at, Z, c2, stream);
  ASSERT_TRUE(found);
  EXPECT_GT(found->gain, 50.0);
  EXPECT_GE((found->Z.col(0).array() > 0.5).count(), 5);
  EXPECT_GE((found->Z.col(0).array() < -0.5).count(), 5);
  for (Eigen::Index j = 0; j < Z.rows(); ++j) {
    const bool is_new =
        std::find(found->moved.begin(), found->moved.end(), j) != found->moved.end();
    EXPECT_EQ(found->Z.row(j) == Z.row(j), !is_new) << j;
  }
}

// Rows that repeat are one candidate; where all rows are inputs there is none.
TEST(Relocation, LeavesInputsWhereThereIsNoOtherRow) {
  TrainingSet data = small_data(Domain::label, 40);
  for (Eigen::Index i = 4; i < 40; ++i) data.X.row(i) = data.X.row(i % 4);
  const Hyperparameters at = small_model("logistic");
  const Threads threads(1);
  const SparseBound bound(data, threads);
  const Points Z = data.X.topRows(4);
  Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 3, .index = 0});
  EXPECT_FALSE(relocate(bound, data, at, Z, some_c2(bound, at, Z, data), stream));
}

}  // namespace
}  // namespace phigp
