#include "phigp/kernels/initial_scales.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <random>

#include "phigp/kernels/parse_kernel.h"

namespace phigp::test {
namespace {

Points normal_points(int n, int d, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Points::NullaryExpr(n, d, [&] { return normal(engine); });
}

TEST(InitialLengthscales, AreMediansOfDistances) {
  Points X(3, 1);
  X << 0.0, 1.0, 10.0;  // distances 1, 9, 10
  const InitialLengthscales scales = initial_lengthscales(X);
  EXPECT_EQ(scales.shared, 9.0);
  EXPECT_EQ(scales.per_dimension, std::vector<double>{9.0});
}

TEST(InitialLengthscales, CountARowAsOftenAsItsWeightSays) {
  const Points X = normal_points(40, 3, 5);
  std::vector<double> weights;
  std::vector<Eigen::Index> copies;
  for (int i = 0; i < 40; ++i) {
    weights.push_back((i * 7) % 4);
    for (int k = 0; k < (i * 7) % 4; ++k) copies.push_back(i);
  }
  const InitialLengthscales weighted = initial_lengthscales(X, weights);
  const InitialLengthscales repeated = initial_lengthscales(X(copies, Eigen::all));
  EXPECT_EQ(weighted.shared, repeated.shared);
  EXPECT_EQ(weighted.per_dimension, repeated.per_dimension);
  EXPECT_NE(weighted.per_dimension, initial_lengthscales(X).per_dimension);
}

TEST(InitialLengthscales, PutATypicalPairAtScaledDistanceOne) {
  for (const int d : {1, 4, 30}) {
    Points X = normal_points(400, d, 1);
    for (int k = 0; k < d; ++k) X.col(k) *= std::pow(10.0, k % 5 - 2);
    const InitialLengthscales scales = initial_lengthscales(X);
    std::vector<double> shared;
    std::vector<double> ard;
    for (int i = 1; i < 400; ++i) {
      const Eigen::ArrayXd difference = X.row(i) - X.row(i - 1);
      shared.push_back(std::sqrt(difference.square().sum()) / scales.shared);
      ard.push_back((difference / Eigen::Map<const Eigen::ArrayXd>(scales.per_dimension.data(), d))
                        .square()
                        .sum());
    }
    std::nth_element(shared.begin(), shared.begin() + 200, shared.end());
    std::nth_element(ard.begin(), ard.begin() + 200, ard.end());
    EXPECT_GT(shared[200], 0.7) << d;
    EXPECT_LT(shared[200], 1.4) << d;
    EXPECT_GT(ard[200], 0.5) << d;
    EXPECT_LT(ard[200], 3.0) << d;  // a mean of squares exceeds the squared median
  }
}

TEST(InitialLengthscales, FollowTheScaleOfTheInputs) {
  const Points X = normal_points(100, 2, 2);
  const InitialLengthscales one = initial_lengthscales(X);
  for (const double factor : {0x1p-100, 0x1p100, 0x1p-500, 0x1p500}) {
    const InitialLengthscales other = initial_lengthscales(factor * X);
    EXPECT_NEAR(other.shared / factor / one.shared, 1.0, 1e-14);
    EXPECT_EQ(other.per_dimension[1], factor * one.per_dimension[1]);
  }
}

TEST(InitialLengthscales, SurviveDuplicatesAndConstantColumns) {
  Points X = Points::Zero(100, 3);
  X.col(1).setConstant(7.0);
  for (int i = 0; i < 10; ++i) X(i, 2) = 4.0;  // a rare category
  const InitialLengthscales scales = initial_lengthscales(X);
  EXPECT_EQ(scales.per_dimension, (std::vector<double>{1.0, 1.0, 4.0}));
  EXPECT_EQ(scales.shared, 4.0);
  const InitialLengthscales same = initial_lengthscales(Points::Constant(50, 2, 3.0));
  EXPECT_EQ(same.shared, 1.0);
  EXPECT_EQ(same.per_dimension, (std::vector<double>{1.0, 1.0}));
}

TEST(InitialLengthscales, SurviveOneRowNoneAndNoColumns) {
  EXPECT_EQ(initial_lengthscales(Points::Ones(1, 2)).per_dimension,
            (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(initial_lengthscales(Points(0, 1)).shared, 1.0);
  EXPECT_EQ(initial_lengthscales(Points(5, 0)).shared, 1.0);
}

TEST(InitialLengthscales, LookAtABoundedNumberOfRows) {
  // Sorted rows with a pattern of period 1000: an even stride would see one phase of it.
  Points X(200000, 2);
  for (int i = 0; i < 200000; ++i)
    X.row(i) << i / 200000.0, std::sin(i * 2.0 * std::numbers::pi / 1000.0);
  const InitialLengthscales scales = initial_lengthscales(X);
  // Medians of |u - v| for u, v uniform: 1 - sqrt(1/2). For two points of a sine wave
  // 2 |sin a cos b| with median 0.71984.
  EXPECT_NEAR(scales.per_dimension[0] / std::sqrt(2.0), 1.0 - std::sqrt(0.5), 0.03);
  EXPECT_NEAR(scales.per_dimension[1] / std::sqrt(2.0), 0.71984, 0.03);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(initial_lengthscales(Points::Identity(5000, 2000)).per_dimension.size(), 2000U);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20.0);
}

TEST(InitialLengthscales, AreTheSameForEqualWeightsAndForNone) {
  const Points X = normal_points(90, 3, 4);
  const InitialLengthscales plain = initial_lengthscales(X);
  const InitialLengthscales weighted = initial_lengthscales(X, std::vector<double>(90, 3.0));
  EXPECT_EQ(weighted.per_dimension, plain.per_dimension);
  EXPECT_EQ(weighted.shared, plain.shared);
  // Weights that differ by rounding are sorted instead.
  std::vector<double> nearly(90, 1.0);
  nearly[7] = std::nextafter(1.0, 2.0);
  EXPECT_EQ(initial_lengthscales(X, nearly).per_dimension, plain.per_dimension);
}

TEST(InitialLengthscales, AreWhatTheParserTakes) {
  Points X = normal_points(60, 3, 3);
  const InitialLengthscales found = initial_lengthscales(X);
  InitialScales scales;
  scales.lengthscale = found.shared;
  scales.lengthscales = found.per_dimension;
  const std::vector<double> ard = parse_kernel("rbf(ard)", 3, scales)->parameters();
  EXPECT_EQ(std::vector<double>(ard.begin() + 1, ard.end()), found.per_dimension);
  EXPECT_EQ(parse_kernel("rbf", 3, scales)->parameters()[1], found.shared);
}

}  // namespace
}  // namespace phigp::test
