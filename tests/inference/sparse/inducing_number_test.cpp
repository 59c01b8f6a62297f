#include "phigp/inference/sparse/inducing_number.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "phigp/base/random.h"
#include "phigp/inference/low_rank_prior.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/kernels/parse_kernel.h"

namespace phigp {
namespace {

Points uniform_points(Eigen::Index rows, Eigen::Index columns) {
  Stream stream({.seed = 5, .purpose = Purpose::selection, .chain = 0, .index = 0});
  Points X(rows, columns);
  for (double& x : X.reshaped<Eigen::RowMajor>()) x = stream.uniform();
  return X;
}

TEST(InducingNumber, IsWhatTheRowsAfford) {
  EXPECT_EQ(most_inducing(50000), 200);
  EXPECT_EQ(most_inducing(10000000), 200);  // never fewer
  EXPECT_EQ(most_inducing(12500), 400);     // a quarter of the rows, twice as many
  EXPECT_EQ(most_inducing(2001), 999);
  EXPECT_EQ(most_inducing(1500), 1000);  // never more
  EXPECT_EQ(most_inducing(60), 60);
}

// Shares counted by hand, from the same pivots put through the basis of the model.
TEST(InducingNumber, LeavesAThousandthOfTheTrace) {
  const Points X = uniform_points(400, 1);
  for (const double lengthscale : {0.5, 0.1, 0.03}) {
    const KernelPtr kernel =
        parse_kernel(fmt::format("2.5*rbf(lengthscale={}) + 0.7*white", lengthscale), 1);
    const Eigen::Index count = inducing_number(*kernel, X, 300);
    EXPECT_LT(count, 300);
    const auto left = [&](Eigen::Index number) {
      const LowRankFactor factor = smooth_factor(*kernel, X, 0.0, number);
      Matrix A;
      Vector d;
      InducingBasis(kernel, X(factor.pivots, Eigen::all)).project(X, A, d);
      return (d.array() - 0.7).sum() / (2.5 * 400.0);
    };
    EXPECT_LE(left(count), 1e-3);
    EXPECT_GT(left(count - 1), 1e-3);
  }
}

TEST(InducingNumber, IsTheMostWhereNoneSuffices) {
  const Points X = uniform_points(400, 8);
  const KernelPtr rough = parse_kernel("rbf(lengthscale=0.1)", 8);
  EXPECT_EQ(inducing_number(*rough, X, 50), 50);
  const KernelPtr constant = parse_kernel("3*constant", 8);
  EXPECT_EQ(inducing_number(*constant, X, 50), 1);
}

}  // namespace
}  // namespace phigp
