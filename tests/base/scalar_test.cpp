// Real and complex functions: against each other, against mpmath, at their branch points.
#include "phigp/base/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace phigp::test {
namespace {

void expect_near(const Complex& found, const Complex& expected, double tolerance,
                 const char* what) {
  EXPECT_NEAR(std::abs(found - expected), 0.0, tolerance * std::max(std::abs(expected), 1e-300))
      << what << " found " << found << " expected " << expected;
}

TEST(RealFunctions, KeepRelativeAccuracyAtBothEnds) {
  EXPECT_DOUBLE_EQ(log_cosh(1e-8), 0.5e-16);
  EXPECT_DOUBLE_EQ(log_cosh(0.25), 0.030929803620161371456);
  EXPECT_DOUBLE_EQ(log_cosh(0.5), 0.12011450695827752463);
  EXPECT_DOUBLE_EQ(log_cosh(std::nextafter(0.5, 0.0)), 0.12011450695827749898);
  EXPECT_DOUBLE_EQ(log_cosh(-3.0), 2.3093285045777851401);
  EXPECT_DOUBLE_EQ(log_cosh(1e5), 1e5 - std::numbers::ln2);
  EXPECT_DOUBLE_EQ(sech(2.0), 1.0 / std::cosh(2.0));
  EXPECT_DOUBLE_EQ(sech(-700.0), 2.0 * std::exp(-700.0));
  EXPECT_EQ(sech(1e6), 0.0);
  EXPECT_EQ(sech(0.0), 1.0);
}

TEST(ComplexFunctions, AgreeWithTheRealOnesOnTheAxis) {
  for (const double x : {1e-12, 1e-5, 0.1, 0.499, 0.501, 1.0, 7.0, 300.0}) {
    const Complex z(x, 0.0);
    expect_near(log_cosh(z), log_cosh(x), 4e-16, "log_cosh");
    expect_near(sech(z), sech(x), 4e-16, "sech");
    expect_near(log1p(z), std::log1p(x), 4e-16, "log1p");
    expect_near(expm1(-1.0 * z), std::expm1(-x), 4e-16, "expm1");
    expect_near(tanh(z), std::tanh(x), 4e-16, "tanh");
  }
}

TEST(ComplexFunctions, KeepRelativeAccuracyNearZero) {
  for (const double size : {1e-14, 1e-8, 1e-4, 1e-2}) {
    for (const double angle : {0.3, 1.2, 1.57, 2.5, -0.9}) {
      const Complex z = std::polar(size, angle);
      const Complex series =
          z - z * z / 2.0 + z * z * z / 3.0 - z * z * z * z / 4.0 + z * z * z * z * z / 5.0;
      expect_near(log1p(z), series, std::pow(size, 5) + 4e-16, "log1p");
      const Complex e =
          z + z * z / 2.0 + z * z * z / 6.0 + z * z * z * z / 24.0 + z * z * z * z * z / 120.0;
      expect_near(expm1(z), e, std::pow(size, 5) + 4e-16, "expm1");
      const Complex l = z * z / 2.0 - z * z * z * z / 12.0 + z * z * z * z * z * z / 45.0;
      expect_near(log_cosh(z), l, std::pow(size, 5) + 8e-16, "log_cosh");
    }
  }
}

// exp(log_cosh z) = cosh z, and log_cosh is continuous along lines into the right half-plane: no
// jump of 2 pi i, which powers would turn into a wrong value.
TEST(ComplexFunctions, LogCoshTakesNoOtherBranch) {
  for (const double angle : {0.0, 0.5, 0.78, -0.7}) {
    Complex previous(0.0, 0.0);
    for (double size = 0.01; size < 60.0; size += 0.01) {
      const Complex z = std::polar(size, angle);
      const Complex found = log_cosh(z);
      expect_near(std::exp(found), std::cosh(z), 1e-13 * (1.0 + size), "exp log_cosh");
      EXPECT_LT(std::abs(found - previous), 0.02) << size << " " << angle;
      previous = found;
    }
  }
}

TEST(ComplexFunctions, AbsMeansTheRootOfTheSquareWithPositiveRealPart) {
  EXPECT_EQ(abs(Complex(-2.0, 1.0)), Complex(2.0, -1.0));
  EXPECT_EQ(abs(Complex(2.0, -1.0)), Complex(2.0, -1.0));
  EXPECT_EQ(sech(Complex(-3.0, 0.4)), sech(Complex(3.0, -0.4)));
  EXPECT_EQ(value(Complex(2.5, 7.0)), 2.5);
  EXPECT_EQ(square(Complex(0.0, 2.0)), Complex(-4.0, 0.0));
}

TEST(ComplexFunctions, LogPlusOneIsTheLogarithmAcrossItsSwitch) {
  for (const double a : {-0.49, -0.501, 0.499, 0.501, 0.0}) {
    for (const double b : {-0.501, -0.499, 0.2, 0.499, 0.501, 30.0}) {
      expect_near(log1p(Complex(a, b)), std::log(Complex(1.0 + a, b)), 1e-15, "log1p");
    }
  }
}

}  // namespace
}  // namespace phigp::test
