#include "phigp/diagnostics/running_moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/diagnostics/paired_comparison.h"

namespace phigp {
namespace {

Matrix draws_about(double place) {
  Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 0, .index = 40});
  return Matrix::NullaryExpr(101, 3, [&] { return place + stream.normal(); });
}

RunningMoments moments_of(const Matrix& draws) {
  RunningMoments out(draws.cols());
  for (Eigen::Index t = 0; t < draws.rows(); ++t) out.add(draws.row(t).transpose());
  return out;
}

TEST(RunningMoments, AreThoseOfTwoPassesEvenFarFromZero) {
  for (const double place : {0.0, 1e8}) {
    const Matrix x = draws_about(place);
    const RunningMoments moments = moments_of(x);
    EXPECT_EQ(moments.count(), 101.0);
    for (Eigen::Index i = 0; i < 3; ++i) {
      const double mean = x.col(i).mean();
      const double variance = (x.col(i).array() - mean).square().sum() / 100.0;
      EXPECT_NEAR(moments.mean()[i], mean, 1e-14 * (1.0 + place));
      EXPECT_NEAR(moments.variance()[i], variance, 1e-13 + 1e-15 * place);
      const double second = x.col(i).squaredNorm() / 101.0;
      EXPECT_NEAR(moments.second_moment()[i] / second, 1.0, 1e-13);
    }
  }
}

TEST(RunningMoments, MergedPartsAreTheWhole) {
  const Matrix x = draws_about(5.0);
  const RunningMoments whole = moments_of(x);
  for (const Eigen::Index cut : {0, 1, 40, 101}) {
    RunningMoments left = moments_of(x.topRows(cut));
    left.merge(moments_of(x.bottomRows(101 - cut)));
    EXPECT_EQ(left.count(), 101.0);
    EXPECT_LT((left.mean() - whole.mean()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((left.variance() - whole.variance()).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(RunningMoments, MistakesAreRefusedByName) {
  RunningMoments moments(2);
  EXPECT_THROW(moments.second_moment(), InvalidInput);
  moments.add(Vector::Ones(2));
  EXPECT_THROW(moments.variance(), InvalidInput);
  EXPECT_THROW(moments.add(Vector::Ones(3)), InvalidInput);
  EXPECT_THROW(moments.merge(RunningMoments(1)), InvalidInput);
}

TEST(PairedComparison, IsTheMeanOfTheDifferencesWithItsError) {
  const std::vector<double> a = {1.0, 2.0, 3.0, 4.0};
  const std::vector<double> b = {1.5, 2.0, 2.0, 6.0};  // differences -0.5, 0, 1, -2
  const PairedComparison comparison = compare_paired(a, b);
  const double variance = (0.125 * 0.125 + 0.375 * 0.375 + 1.375 * 1.375 + 1.625 * 1.625) / 3.0;
  EXPECT_NEAR(comparison.difference, -0.375, 1e-15);
  EXPECT_NEAR(comparison.standard_error, std::sqrt(variance / 4.0), 1e-15);
  EXPECT_EQ(comparison.first_smaller, 2u);
  EXPECT_EQ(comparison.ties, 1u);
  EXPECT_NEAR(comparison.z(), -0.375 / std::sqrt(variance / 4.0), 1e-14);
  const double corrected = compare_paired(a, b, 1.0 / 9.0).standard_error;
  EXPECT_NEAR(corrected, std::sqrt(variance * (0.25 + 1.0 / 9.0)), 1e-15);
}

TEST(PairedComparison, OfEqualScoresIsZero) {
  const std::vector<double> a = {1.0, 2.0};
  EXPECT_EQ(compare_paired(a, a).z(), 0.0);
  const std::vector<double> b = {2.0, 3.0};
  EXPECT_EQ(compare_paired(a, b).z(), -std::numeric_limits<double>::infinity());
}

TEST(PairedComparison, MistakesAreRefusedByName) {
  const std::vector<double> a = {1.0, 2.0};
  const std::vector<double> b = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(compare_paired(a, b), InvalidInput);
  EXPECT_THROW(compare_paired(a, std::vector<double>{1.0}), InvalidInput);
  EXPECT_THROW(compare_paired(std::vector<double>{1.0}, std::vector<double>{1.0}), InvalidInput);
  EXPECT_THROW(compare_paired(a, a, -1.0), InvalidInput);
}

}  // namespace
}  // namespace phigp
