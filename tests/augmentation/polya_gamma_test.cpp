// The Polya-Gamma sampler, and the exit time that it is built from, against references of
// law_references.h; what each check would miss is said in laws_test.cpp.
#include "phigp/augmentation/laws/polya_gamma.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "phigp/augmentation/laws/exit_time.h"
#include "tests/augmentation/law_checks.h"
#include "tests/augmentation/law_references.h"

namespace phigp {
namespace {

using test::describe;
using test::expect_cdf;
using test::expect_cumulants;
using test::expect_transform;
using test::kMany;
using test::kSome;
using test::normal_cdf;
using test::pointwise;
using test::sample;

TEST(ExitTime, DensityIntegratesToOneAndItsTwoSeriesMeet) {
  EXPECT_NEAR(exit_time_density(std::nextafter(0.64, 0.0)) / exit_time_density(0.64), 1.0, 1e-14);
  double sum = 0.0;
  for (int i = 1; i < 40000; ++i)
    sum += exit_time_density(i * 1e-3) * 1e-3;  // all derivatives 0 at 0
  EXPECT_NEAR(sum, 1.0, 1e-13);
}

// Eight million draws in bins, because a ziggurat goes wrong in slivers: P(T < x) by the left
// series.
TEST(ExitTime, StatisticalEveryBinAndTheTail) {
  const auto values = sample(16 * kMany, 1900, [](Stream& s) { return draw_exit_time(s); });
  const auto cdf = [](double x) {
    double sum = 0.0;
    for (int k = 0; k < 12; ++k) {
      sum += (k % 2 == 0 ? 2.0 : -2.0) * std::erfc((2.0 * k + 1.0) / std::sqrt(2.0 * x));
    }
    return sum;
  };
  std::vector<double> tail;
  for (const double x : values) {
    if (x > 6.6) tail.push_back(x - 6.6);
  }
  const double rate = 0.125 * std::numbers::pi * std::numbers::pi;
  ASSERT_GT(tail.size(), 1000U);
  expect_cdf(tail, pointwise([=](double x) { return -std::expm1(-rate * x); }), "tail", 50);
  const std::vector<double> edges = {0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4,
                                     0.5,  0.6,  0.8, 1.0,  1.5,  2.0, 3.0,  4.0, 5.0,  6.4};
  for (const double edge : edges) {
    test::expect_probability(
        values, [=](double x) { return x < edge; }, cdf(edge), describe("exit time <", {edge}));
  }
}

// The error that polya_gamma.h states where the sampler is not exact. With psi the characteristic
// function of 4 PG(b, c) and chi that of what is drawn, |F - G| <= 1/pi int_0^inf |psi - chi| / t
// dt.
TEST(PolyaGamma, TheConvolutionErrsByLessThanItsBound) {
  using Complex = std::complex<double>;
  for (const double c : {0.0, 0.7, 1.5, 2.07, 2.5, 2.99, 3.01, 4.0, 6.0}) {
    const double b = std::max(8.0, std::exp(c));  // the error falls with b
    const double z = 0.5 * c;
    const detail::PolyaGammaTail tail = detail::polya_gamma_tail(c);
    EXPECT_GT(tail.shift, 0.0);
    const auto difference = [&](double t) {
      const Complex root = std::sqrt(Complex(z * z, -2.0 * t));
      const Complex psi =
          -b * (root - z + std::log(1.0 + std::exp(-2.0 * root)) - std::log1p(std::exp(-2.0 * z)));
      Complex chi =
          b * (Complex(0.0, tail.shift * t) - tail.shape * std::log(Complex(1.0, -tail.scale * t)));
      for (int k = 0; k < 5; ++k) {
        const double w = 2.0 / (std::pow(std::numbers::pi * (k + 0.5), 2) + z * z);
        chi -= b * std::log(Complex(1.0, -w * t));
      }
      return std::abs(std::exp(psi) - std::exp(chi)) / t;
    };
    const double sd = 4.0 * std::sqrt(test::polya_gamma_cumulants(b, c)[1]);
    double error = 0.0;
    const double step = 0.02 / sd;
    for (double t = 0.5 * step; t < 60.0 / sd; t += step) error += difference(t) * step;
    EXPECT_LT(error / std::numbers::pi, 3e-10) << "b = " << b << ", c = " << c;
  }
}

TEST(PolyaGamma, StatisticalMatchesCdfCumulantsAndTransform) {
  std::uint64_t index = 2000;
  for (const double b : {0.04, 0.3, 1.0, 1.6, 2.0, 5.25, 8.0, 13.0, 60.5, 1000.0}) {
    for (const double c : {0.0, 0.4, 2.1, 2.5, 5.0, 40.0}) {
      const std::string what = describe("Polya-Gamma", {b, c});
      const auto values =
          sample(kSome, index++, [&](Stream& s) { return draw_polya_gamma(b, c, s); });
      const auto kappa = test::polya_gamma_cumulants(b, c);
      if (b >= 0.3) {
        expect_cdf(values, [&](const auto& x) { return test::polya_gamma_cdf(b, c, x); }, what, 60);
        expect_cumulants(values, kappa[0], kappa[1], kappa[2], what);
      }
      expect_transform(
          values, kappa[0], [&](double t) { return test::polya_gamma_transform(b, c, t); }, what);
    }
  }
}

TEST(PolyaGamma, StatisticalTheHotCaseAtMoreDraws) {
  std::uint64_t index = 2200;
  for (const double c : {0.0, 0.7, 2.19, 2.21, 9.0}) {
    const std::string what = describe("Polya-Gamma 1", {c});
    const auto values =
        sample(2 * kMany, index++, [&](Stream& s) { return draw_polya_gamma(1.0, c, s); });
    const auto kappa = test::polya_gamma_cumulants(1.0, c);
    expect_cdf(values, [&](const auto& x) { return test::polya_gamma_cdf(1.0, c, x); }, what, 300);
    expect_cumulants(values, kappa[0], kappa[1], kappa[2], what);
  }
}

// For c so large that e^{-c} is nothing, PG(b, c) is inverse Gaussian with mean b/(2c), shape
// b^2/4.
TEST(PolyaGamma, StatisticalIsInverseGaussianForLargeC) {
  std::uint64_t index = 2300;
  for (const double c : {50.0, 1e4, 1e8}) {
    for (const double b : {1e-3, 0.5, 1.0, 37.0, 1e10}) {
      const auto values =
          sample(kSome, index++, [&](Stream& s) { return draw_polya_gamma(b, c, s); });
      const double mean = 0.5 * b / c;
      const auto reference = [&](double x) {
        return test::inverse_gaussian_cdf(mean, 0.25 * b * b, x);
      };
      expect_cdf(values, pointwise(reference), describe("Polya-Gamma", {b, c}));
    }
  }
}

TEST(PolyaGamma, StatisticalIsNormalWithTheRightMomentsForHugeB) {
  std::uint64_t index = 2400;
  for (const double b : {1e6, 1e10, 1e14}) {
    for (const double c : {0.0, 1.0, 2.9, 3.1, 12.0}) {
      const std::string what = describe("Polya-Gamma", {b, c});
      const auto values =
          sample(kSome, index++, [&](Stream& s) { return draw_polya_gamma(b, c, s); });
      const auto kappa = test::polya_gamma_cumulants(b, c);
      expect_cumulants(values, kappa[0], kappa[1], kappa[2], what);
      const double sd = std::sqrt(kappa[1]);
      expect_cdf(values, pointwise([&](double x) { return normal_cdf((x - kappa[0]) / sd); }),
                 what);
    }
  }
}

TEST(PolyaGamma, TakesEveryPositiveDouble) {
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 0, .index = 2});
  for (const double c : {0.0, 1.0, 1e3}) {
    const double tiny = draw_polya_gamma(1e-200, c, stream);
    EXPECT_TRUE(tiny >= 0.0 && tiny < 1e-100) << tiny;
    const double mean = c == 0.0 ? 0.25 : std::tanh(0.5 * c) / (2.0 * c);
    EXPECT_NEAR(draw_polya_gamma(1e200, c, stream) / (1e200 * mean), 1.0, 1e-14);
  }
}

}  // namespace
}  // namespace phigp
