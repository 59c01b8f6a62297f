// Adaptive quadrature on integrands with known integrals: smooth, kinked, narrow, of huge and tiny
// size. The tolerance that was asked for has to be the error that is met.
#include "phigp/linalg/quadrature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"

namespace phigp::test {
namespace {

template <class F>
ArrayFunction on_arrays(F f) {
  return [f](std::span<const double> x, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = f(x[i]);
  };
}

TEST(Quadrature, OfSmoothFunctionsIsExactToTheTolerance) {
  EXPECT_NEAR(integral(on_arrays([](double x) { return std::sin(x); }), {0.0, std::numbers::pi}),
              2.0, 1e-12);
  EXPECT_NEAR(integral(on_arrays([](double x) { return std::exp(-x); }), {0.0, 40.0}), 1.0, 1e-12);
  EXPECT_NEAR(integral(on_arrays([](double x) { return 1.0 / (1.0 + 1e4 * x * x); }), {-1.0, 1.0}),
              2e-2 * std::atan(100.0), 1e-12);
  EXPECT_NEAR(integral(on_arrays([](double x) { return std::cos(100.0 * x); }), {0.0, 1.0}),
              std::sin(100.0) / 100.0, 1e-12);
  // A polynomial of degree 31 is exact for 21 Kronrod points: only the weights can be wrong.
  EXPECT_NEAR(integral(on_arrays([](double x) { return std::pow(x, 30); }), {-1.0, 1.0}),
              2.0 / 31.0, 1e-15);
}

// The kink lies at no dyadic point of the panel, wherever it is. Ten times the tolerance is
// allowed.
TEST(Quadrature, KeepsItsToleranceAtAKinkThatIsABreakpoint) {
  for (int i = 1; i < 200; ++i) {
    const double kink = i / 200.0 + 1e-3 * std::numbers::pi;
    const auto tent = on_arrays([=](double x) { return std::exp(-3.0 * std::abs(x - kink)); });
    const double exact = (2.0 - std::exp(-3.0 * kink) - std::exp(-3.0 * (1.0 - kink))) / 3.0;
    EXPECT_NEAR(integral(tent, {0.0, kink, 1.0}, 1e-12), exact, 1e-11) << kink;
    EXPECT_NEAR(log_integral(on_arrays([=](double x) { return -3.0 * std::abs(x - kink); }),
                             {0.0, kink, 1.0})
                    .log_value,
                std::log(exact), 1e-11 / exact)
        << kink;
  }
}

TEST(Quadrature, KeepsItsToleranceAtAJumpAnywhere) {
  for (int i = 1; i < 50; ++i) {
    const double jump = i / 50.0 - 1e-3 * std::numbers::e;
    const auto step = on_arrays([=](double x) { return x < jump ? 1.0 : 0.25; });
    EXPECT_NEAR(integral(step, {0.0, 1.0}, 1e-9), jump + 0.25 * (1.0 - jump), 1e-9) << jump;
  }
}

TEST(LogIntegral, DoesNotOverflowOrUnderflow) {
  for (const double offset : {0.0, 1e4, -1e4, 1e8}) {
    const LogIntegral found =
        log_integral(on_arrays([=](double x) { return offset - 0.5 * x * x; }), {-30.0, 0.0, 30.0});
    EXPECT_NEAR(found.log_value - offset, 0.5 * std::log(2.0 * std::numbers::pi),
                1e-11 + 1e-15 * std::abs(offset));
  }
  EXPECT_EQ(log_integral(on_arrays([](double) { return -std::numeric_limits<double>::infinity(); }),
                         {0.0, 1.0})
                .log_value,
            -std::numeric_limits<double>::infinity());
}

// The peak may lie between the first nodes, and be higher than anything they saw by more than a
// double can express: a normal density that begins far out, or is narrow.
TEST(LogIntegral, FindsAPeakThatTheFirstNodesMiss) {
  for (const double low :
       {20.0, 100.0, 1e3, 1e5, 1e8}) {  // int_low^4low e^{-x^2/2} ~ e^{-low^2/2} / low
    const LogIntegral tail =
        log_integral(on_arrays([](double x) { return -0.5 * x * x; }), {low, 4.0 * low});
    const double first = 1.0 / (low * low);
    const double expected = -0.5 * low * low - std::log(low) +
                            std::log1p(-first + 3.0 * first * first - 15.0 * first * first * first);
    EXPECT_NEAR(tail.log_value, expected, 1e-8 + 1e-15 * low * low) << low;
  }
  for (const double width : {1e-2, 1e-3, 1e-5}) {
    const LogIntegral narrow = log_integral(
        on_arrays([=](double x) { return -0.5 * std::pow((x - 0.3137) / width, 2); }), {0.0, 1.0});
    EXPECT_NEAR(narrow.log_value, std::log(width * std::sqrt(2.0 * std::numbers::pi)), 1e-10)
        << width;
    EXPECT_LE(narrow.relative_error, 1e-10);
  }
}

TEST(Quadrature, OfNothingIsNothing) {
  EXPECT_EQ(integral(on_arrays([](double) { return 1.0; }), {2.0, 2.0}), 0.0);
  EXPECT_EQ(log_integral(on_arrays([](double) { return 0.0; }), {1.0}).log_value,
            -std::numeric_limits<double>::infinity());
}

TEST(Quadrature, RefusesBreakpointsThatAreNoNumbers) {
  const auto one = on_arrays([](double) { return 1.0; });
  try {
    integral(one, {0.0, std::numeric_limits<double>::infinity()});
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "quadrature: breakpoint must be finite, got inf");
  }
  EXPECT_THROW(log_integral(one, {std::numeric_limits<double>::quiet_NaN(), 1.0}), InvalidInput);
}

TEST(GeometricBreakpoints, CoverTheIntervalAndAreFineAtTheCentre) {
  const std::vector<double> points = geometric_breakpoints(2.0, 0.1, -50.0, 1000.0);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
  EXPECT_EQ(points.front(), -50.0);
  EXPECT_EQ(points.back(), 1000.0);
  EXPECT_NE(std::find(points.begin(), points.end(), 2.0), points.end());
  double finest = 1e9;
  for (std::size_t i = 1; i < points.size(); ++i) {
    finest = std::min(finest, points[i] - points[i - 1]);
    const double distance = std::max(std::abs(points[i] - 2.0), std::abs(points[i - 1] - 2.0));
    EXPECT_LE(points[i] - points[i - 1], distance + 1e-12);
  }
  EXPECT_LE(finest, 0.1);
  const std::vector<double> outside = geometric_breakpoints(-10.0, 1.0, 0.0, 5.0);
  EXPECT_EQ(outside.front(), 0.0);
  EXPECT_EQ(outside.back(), 5.0);
}

}  // namespace
}  // namespace phigp::test
