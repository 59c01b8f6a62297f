#include "phigp/base/special.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>

namespace phigp {
namespace {

template <class T>
T log_function(const std::string& name, double nu, const T& x) {
  if (name == "erfcx") return log_erfcx(x);
  if (name == "erfc") return log_erfc(x);
  if (name == "besselk") return log_besselk(nu, x);
  return log_matern(nu, x);
}

// Lines of tests/reference/special.txt of one kind; the stream stands behind NU.
void for_each_reference(const std::string& kind, auto&& body) {
  std::ifstream file(std::string(PHIGP_TEST_DATA) + "/reference/special.txt");
  ASSERT_TRUE(file) << "tests/reference/special.txt";
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string found;
    std::string name;
    double nu = 0.0;
    if (!(fields >> found >> name >> nu) || found != kind) continue;
    SCOPED_TRACE(line.substr(0, 60));
    body(name, nu, fields);
    ++count;
  }
  EXPECT_GT(count, 50);
}

TEST(SpecialFunctions, LogarithmsEqualHighPrecisionReferences) {
  for_each_reference("real", [](const std::string& name, double nu, std::istream& fields) {
    double x = 0.0;
    double expected = 0.0;
    fields >> x >> expected;
    EXPECT_NEAR(log_function(name, nu, x), expected, 1e-14 * (1.0 + std::abs(expected)));
  });
}

TEST(SpecialFunctions, DerivativesToOrderEightEqualHighPrecisionReferences) {
  for_each_reference("real", [](const std::string& name, double nu, std::istream& fields) {
    double x = 0.0;
    fields >> x;
    const Taylor<8> series = log_function(name, nu, Taylor<8>::variable(x, x));
    for (int k = 0; k <= 8; ++k) {
      double expected = 0.0;
      fields >> expected;
      if (std::abs(expected) < 1e-60) continue;  // below what the reference resolves
      const double scale = std::max(std::abs(expected), k == 0 ? 1.0 : 0.0);
      EXPECT_NEAR(series[k], expected, (k <= 2 ? 1e-13 : 4e-12) * scale) << "order " << k;
    }
  });
}

TEST(SpecialFunctions, ContinueToTheRightHalfPlane) {
  for_each_reference("complex", [](const std::string& name, double nu, std::istream& fields) {
    double re = 0.0;
    double im = 0.0;
    double log_re = 0.0;
    double log_im = 0.0;
    fields >> re >> im >> log_re >> log_im;
    const Complex z(re, im);
    const Complex ours = name == "erfcx"    ? log_erfcx(z)
                         : name == "matern" ? log_matern(nu, z)
                                            : log_besselk(nu, z);
    // The reference gives the principal logarithm, we the continuous one: equal up to whole turns.
    const Complex expected(log_re, log_im);
    EXPECT_LE(std::abs(std::exp(Complex(0.0, ours.imag() - log_im)) - 1.0),
              1e-13 * (1.0 + std::abs(expected)));
    EXPECT_NEAR(ours.real(), log_re, 1e-13 * (1.0 + std::abs(log_re)));
  });
}

TEST(SpecialFunctions, LogarithmOfBesselIsContinuousAlongAnArc) {
  Complex before = log_besselk(1.3, Complex(40.0, 0.0));
  for (double angle = 0.01; angle < 1.5; angle += 0.01) {
    const Complex here = log_besselk(1.3, std::polar(40.0, angle));
    EXPECT_LT(std::abs(here - before), 0.5) << angle;
    before = here;
  }
}

// As many terms as accuracy asks for, not as many as |x| has digits.
TEST(SpecialFunctions, BesselFarOutTakesNoTime) {
  const auto start = std::chrono::steady_clock::now();
  double sum = 0.0;
  for (int i = 0; i < 1000; ++i) sum += log_besselk(1.0, std::polar(1e20 + i, 1.5)).real();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(sum, 0.0);
  EXPECT_LT(seconds.count(), 1.0);
}

TEST(SpecialFunctions, SeriesOfBesselBeyondAllNumbersAreNone) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(log_matern(1.0, Taylor<1>::variable(infinity))[1]));
  EXPECT_TRUE(std::isnan(log_besselk(0.3, Taylor<1>::variable(infinity))[1]));
}

TEST(SpecialFunctions, HalfIntegerMaternIsElementary) {
  const double a = std::log(std::sqrt(std::numbers::pi / 2.0));
  for (const double s : {0.0, 1e-10, 0.3, 25.0, 1e10}) {
    const double x = std::sqrt(s);
    EXPECT_NEAR(log_matern(0.5, s), a - x, 1e-15 * (1.0 + x));
    EXPECT_NEAR(log_matern(1.5, s), a - x + std::log1p(x), 1e-15 * (1.0 + x));
  }
  Taylor<4> q2;
  q2[2] = 1.0;
  const Taylor<4> at_zero = log_matern(1.5, q2);  // log(1 + q) - q
  EXPECT_DOUBLE_EQ(at_zero[2], -0.5);
  EXPECT_NEAR(at_zero[3], 1.0 / 3.0, 1e-15);
}

TEST(SpecialFunctions, GeneralMaternTendsToItsLimitAtZero) {
  for (const double nu : {0.3, 1.0, 2.3}) {
    const double limit = std::lgamma(nu) + (nu - 1.0) * std::numbers::ln2;
    EXPECT_NEAR(log_matern(nu, 0.0), limit, 1e-14);
    EXPECT_NEAR(log_matern(nu, 1e-300), limit, 1e-13);
  }
}

TEST(SpecialFunctions, NestedSeriesDifferentiateTwice) {
  // d/dp of the slope of log erfcx(p x) at x, against the closed form through log erfcx itself.
  const double p = 1.3;
  const double x = 0.9;
  Dual parameter(p);
  parameter[1] = 1.0;
  const auto nested = log_erfcx(Taylor<1, Dual>::variable(Dual(x)) * parameter);
  const Taylor<2> plain = log_erfcx(Taylor<2>::variable(p * x));
  EXPECT_NEAR(nested[1][0], p * plain[1], 1e-14);
  EXPECT_NEAR(nested[1][1], plain[1] + p * x * 2.0 * plain[2], 1e-13);
  const auto bessel = log_besselk(0.7, Taylor<1, Dual>::variable(Dual(x)) * parameter);
  const Taylor<2> once = log_besselk(0.7, Taylor<2>::variable(p * x));
  EXPECT_NEAR(bessel[1][1], once[1] + p * x * 2.0 * once[2], 1e-13);
}

TEST(SpecialFunctions, GammaRatioSurvivesLargeArguments) {
  // log Gamma(x + 1/2) - log Gamma(x) = log(x)/2 - 1/(8 x) + ...
  for (const double x : {1e6, 1e10, 1e14}) {
    EXPECT_NEAR(log_gamma_ratio(x, 0.5), 0.5 * std::log(x) - 0.125 / x, 1e-13 * std::log(x));
  }
  EXPECT_NEAR(log_gamma_ratio(2.3, 0.5), std::lgamma(2.8) - std::lgamma(2.3), 1e-15);
}

}  // namespace
}  // namespace phigp
