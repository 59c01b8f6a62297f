// Slice sampling against closed-form distribution functions. Every 12th state of a chain counts as
// independent; statistical.h states the false-alarm rate.
#include "phigp/inference/slice_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "phigp/base/error.h"
#include "tests/support/statistical.h"

namespace phigp {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

std::vector<double> chain(const LogDensityOfOne& density, double start, const SliceOptions& options,
                          std::uint64_t index) {
  double x = start;
  double at_x = density(x);
  return test::sample(20000, index, [&](Stream& stream) {
    for (int k = 0; k < 12; ++k) {
      const SliceMove move = slice_move(density, x, at_x, options, stream);
      EXPECT_TRUE(move.moved);
      EXPECT_EQ(move.log_density, density(move.x));
      x = move.x;
      at_x = move.log_density;
    }
    return x;
  });
}

// Narrow and wide first intervals, with and without stepping out.
const SliceOptions kOptions[] = {{0.3, 8}, {1.0, 3}, {4.0, 1}, {30.0, 8}};

TEST(SliceSampler, DrawsFromANormalLawStatistical) {
  const auto density = [](double x) { return -0.5 * (x - 0.7) * (x - 0.7) / 1.69; };
  std::uint64_t index = 100;
  for (const SliceOptions& options : kOptions)
    test::expect_cdf(chain(density, 0.0, options, index++),
                     test::pointwise([](double x) { return normal_cdf((x - 0.7) / 1.3); }),
                     "normal");
}

TEST(SliceSampler, DrawsFromASkewLawWithAnEdgeStatistical) {
  // Gamma with shape 2: zero at the edge of its support, beyond which the density is -infinity.
  const auto density = [](double x) { return x > 0.0 ? std::log(x) - x / 0.6 : kNever; };
  std::uint64_t index = 110;
  for (const SliceOptions& options : kOptions) {
    test::expect_cdf(chain(density, 1.0, options, index++), test::pointwise([](double x) {
                       return 1.0 - (1.0 + x / 0.6) * std::exp(-x / 0.6);
                     }),
                     "gamma");
  }
}

TEST(SliceSampler, FindsBothPeaksOfAMixtureStatistical) {
  const auto density = [](double x) {
    return std::log(0.3 * std::exp(-0.5 * (x + 2.0) * (x + 2.0)) +
                    0.7 * std::exp(-0.5 * (x - 1.5) * (x - 1.5)));
  };
  const auto cdf = [](double x) { return 0.3 * normal_cdf(x + 2.0) + 0.7 * normal_cdf(x - 1.5); };
  test::expect_cdf(chain(density, 0.0, {3.0, 8}, 120), test::pointwise(cdf), "mixture");
}

TEST(SliceSampler, NeverEntersPlacesThatAreNotNumbersStatistical) {
  const auto density = [](double x) {
    return std::abs(x) < 1.0 ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  };
  test::expect_cdf(chain(density, 0.5, {1.0, 8}, 130),
                   test::pointwise([](double x) { return 0.5 * (x + 1.0); }), "uniform");
}

TEST(SliceSampler, IsThatOfItsStream) {
  const auto density = [](double x) { return -0.5 * x * x; };
  const auto move = [&](std::uint64_t index) {
    Stream stream({3, Purpose::test, 0, index});
    return slice_move(density, 0.4, density(0.4), {}, stream).x;
  };
  EXPECT_EQ(move(1), move(1));
  EXPECT_NE(move(1), move(2));
}

TEST(SliceSampler, StaysWhereItIsWhenNothingElseIsPossible) {
  const auto density = [](double x) { return x == 0.25 ? 0.0 : kNever; };
  Stream stream({3, Purpose::test, 0, 0});
  const SliceMove move = slice_move(density, 0.25, 0.0, {}, stream);
  EXPECT_FALSE(move.moved);
  EXPECT_EQ(move.x, 0.25);
  EXPECT_EQ(move.log_density, 0.0);
}

TEST(SliceSampler, RefusesToStartWhereTheDensityIsZero) {
  Stream stream({3, Purpose::test, 0, 0});
  const auto density = [](double) { return kNever; };
  EXPECT_THROW(slice_move(density, 0.0, kNever, {}, stream), NumericalError);
  EXPECT_THROW(slice_move(density, 0.0, 0.0, {0.0, 8}, stream), InvalidInput);
}

}  // namespace
}  // namespace phigp
