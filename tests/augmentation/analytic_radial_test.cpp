// phi as a function that is only called, against the same phi in the library's own arithmetic.
#include "phigp/augmentation/analytic_radial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"
#include "phigp/base/error.h"

namespace phigp {
namespace {

AnalyticFunction calling(bool logarithm, Complex (*function)(Complex, std::span<const double>)) {
  return {[function](std::span<const Complex> r, std::span<const double> theta,
                     std::span<Complex> out) {
            for (std::size_t i = 0; i < r.size(); ++i) out[i] = function(r[i], theta);
          },
          logarithm, "a function"};
}

struct Pair {
  const char* name;
  RadialPtr called;
  RadialPtr known;
};

std::vector<Pair> pairs() {
  const auto called = [](bool logarithm, Complex (*function)(Complex, std::span<const double>),
                         std::vector<double> theta) {
    return std::make_shared<AnalyticRadial>(calling(logarithm, function), std::move(theta));
  };
  return {
      {"Laplace",
       called(false,
              [](Complex r, std::span<const double> t) { return std::exp(-t[0] * std::sqrt(r)); },
              {1.3}),
       inverse_gaussian_radial(1.3)},
      {"Laplace by its logarithm",
       called(true, [](Complex r, std::span<const double> t) { return -t[0] * std::sqrt(r); },
              {1.3}),
       inverse_gaussian_radial(1.3)},
      {"gamma",
       called(false,
              [](Complex r, std::span<const double> t) {
                return std::pow(1.0 + r / t[1], Complex(-t[0]));
              },
              {2.5, 4.0}),
       gamma_radial(2.5, 4.0)},
      {"Matern",
       called(false,
              [](Complex r, std::span<const double> t) {
                const Complex x = t[0] * std::sqrt(r);
                return (1.0 + x) * std::exp(-x);
              },
              {1.5}),
       matern32_radial(1.5)},
      {"logistic",
       called(
           false,
           [](Complex r, std::span<const double>) { return 1.0 / std::cosh(0.5 * std::sqrt(r)); },
           {}),
       polya_gamma_radial(1.0)},
  };
}

TEST(AnalyticRadial, HasTheValuesAndCumulantsOfTheSamePhi) {
  for (const Pair& pair : pairs()) {
    const Moments called(pair.called);
    const Moments known(pair.known);
    for (const double r : {1e-4, 1e-2, 0.3, 1.0, 7.0, 40.0}) {
      EXPECT_NEAR(called.log_phi(r), known.log_phi(r), 1e-14 + 1e-13 * std::abs(known.log_phi(r)))
          << pair.name << " at " << r;
      for (int order = 1; order <= 4; ++order) {
        const double expected = known.cumulant(order, r);
        // Rounding of phi, 1e-16, over r^k: all that a function that is only called can give.
        const double tolerance = 1e-11 * std::abs(expected) + 3e-13 / std::pow(r, order);
        EXPECT_NEAR(called.cumulant(order, r), expected, tolerance)
            << pair.name << " order " << order << " at " << r;
      }
    }
  }
}

TEST(AnalyticRadial, KeepsItsDigitsNearZeroWhereItIsAnalytic) {
  for (const Pair& pair : pairs()) {
    const auto& radial = dynamic_cast<const AnalyticRadial&>(*pair.called);
    if (radial.zero_radius() == 0.0) continue;
    const Moments called(pair.called);
    const Moments known(pair.known);
    for (const double r : {0.0, 1e-14, 1e-8, 1e-3}) {
      EXPECT_NEAR(called.mean(r) / known.mean(r), 1.0, 1e-12) << pair.name << " at " << r;
      EXPECT_NEAR(called.log_phi(r), known.log_phi(r), 1e-12 * std::abs(known.log_phi(r)));
    }
  }
  EXPECT_EQ(dynamic_cast<const AnalyticRadial&>(*pairs()[0].called).zero_radius(), 0.0);
  EXPECT_GT(dynamic_cast<const AnalyticRadial&>(*pairs()[2].called).zero_radius(), 0.0);
  EXPECT_GT(dynamic_cast<const AnalyticRadial&>(*pairs()[4].called).zero_radius(), 0.0);
}

TEST(AnalyticRadial, HasTheDerivativesInItsParameters) {
  for (const Pair& pair : pairs()) {
    const Moments called(pair.called);
    const Moments known(pair.known);
    const std::vector<double> c2 = {1e-3, 0.2, 1.0, 30.0};
    for (std::size_t k = 0; k < pair.called->parameters().size(); ++k) {
      std::vector<double> slope(4), mean(4), slope_known(4), mean_known(4);
      called.parameter_slopes(c2, Rows(), k, slope, mean);
      known.parameter_slopes(c2, Rows(), k, slope_known, mean_known);
      for (std::size_t i = 0; i < c2.size(); ++i) {
        EXPECT_NEAR(slope[i], slope_known[i], 1e-10 * std::abs(slope_known[i]) + 1e-12)
            << pair.name;
        EXPECT_NEAR(mean[i], mean_known[i], 1e-10 * std::abs(mean_known[i]) + 1e-12 / c2[i])
            << pair.name;
      }
    }
  }
}

TEST(AnalyticRadial, IsJudgedAndInvertedLikeTheSamePhi) {
  for (const Pair& pair : pairs()) {
    dynamic_cast<const AnalyticRadial&>(*pair.called).check();
    EXPECT_TRUE(judge(*pair.called).admissible())
        << pair.name << ": " << judge(*pair.called).text();
    const Inversion called(pair.called, Row{});
    const Inversion known(pair.known, Row{});
    for (const double p : {0.01, 0.3, 0.9}) {
      const double x = known.quantile(p, 1.0);
      EXPECT_NEAR(called.at(x, 1.0).cdf, p, 1e-10) << pair.name;
    }
  }
}

TEST(AnalyticRadial, IsRefusedWhereItIsNotAnalytic) {
  const auto refused = [](Complex (*function)(Complex, std::span<const double>)) {
    const AnalyticRadial radial(calling(false, function), {});
    EXPECT_THROW(radial.check(), InvalidInput);
  };
  refused([](Complex r, std::span<const double>) { return Complex(std::exp(-std::abs(r))); });
  refused([](Complex r, std::span<const double>) { return Complex(std::exp(-r.real())); });
  refused([](Complex r, std::span<const double>) { return std::exp(-std::conj(r)); });
  // Right on the real axis, and another function beside it.
  refused([](Complex r, std::span<const double>) {
    return r.imag() == 0.0 ? std::exp(-r) : std::exp(-2.0 * r);
  });
}

TEST(AnalyticRadial, IsRefutedWhereItIsNoLaplaceTransform) {
  const AnalyticRadial gaussian(
      calling(true, [](Complex r, std::span<const double>) { return -r * r; }), {});
  gaussian.check();
  EXPECT_FALSE(judge(gaussian).admissible());
}

}  // namespace
}  // namespace phigp
