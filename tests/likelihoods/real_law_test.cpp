// RealLaw on densities whose moments and distribution functions are known: light, heavy and very
// heavy tails, all scales, kinks, and densities that are none.
#include "phigp/likelihoods/real_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/conditional.h"

namespace phigp::test {
namespace {

template <class F>
ArrayFunction on_arrays(F f) {
  return [f](std::span<const double> y, std::span<double> out) {
    for (std::size_t i = 0; i < y.size(); ++i) out[i] = f(y[i]);
  };
}

TEST(RealLaw, OfANormalDensityAtAnyScaleAndPlace) {
  for (const double sd : {1e-6, 0.3, 1.0, 1e5}) {
    for (const double centre : {0.0, -2.0}) {
      const RealLaw law(on_arrays([=](double y) { return -0.5 * std::pow((y - centre) / sd, 2); }),
                        centre, sd);
      EXPECT_NEAR(law.log_total(), std::log(sd * std::sqrt(2.0 * std::numbers::pi)), 1e-11);
      EXPECT_NEAR(law.mean(), centre, 1e-10 * sd + 1e-15);
      EXPECT_NEAR(law.variance(), sd * sd, 1e-10 * sd * sd);
      for (const double z : {-8.0, -1.0, 0.0, 0.5, 3.0}) {
        const double p = 0.5 * std::erfc(-z / std::numbers::sqrt2);
        EXPECT_NEAR(law.cdf(centre + z * sd), p, 1e-11 * p + 1e-15 / sd) << z;
        EXPECT_NEAR(law.quantile(p), centre + z * sd, 1e-8 * sd) << z;
      }
    }
  }
}

TEST(RealLaw, OfLaplaceNoiseWithAKinkAwayFromTheCentre) {
  const RealLaw law(on_arrays([](double y) { return -std::abs(y - 0.37); }), 0.0, 1.0);
  EXPECT_NEAR(law.log_total(), std::log(2.0), 1e-10);
  EXPECT_NEAR(law.mean(), 0.37, 1e-9);
  EXPECT_NEAR(law.variance(), 2.0, 1e-9);
  EXPECT_NEAR(law.cdf(0.37), 0.5, 1e-10);
  EXPECT_NEAR(law.quantile(0.25), 0.37 - std::numbers::ln2, 1e-8);
}

// Student-t with nu degrees of freedom, unnormalised; the share beyond the last panel counts.
TEST(RealLaw, OfHeavyTails) {
  for (const double nu : {0.02, 0.1, 0.5, 1.0, 1.5, 2.5, 5.0}) {
    const RealLaw law(
        on_arrays([=](double y) { return -0.5 * (nu + 1.0) * std::log1p(y * y / nu); }), 0.0, 1.0);
    const double expected = 0.5 * std::log(nu * std::numbers::pi) + std::lgamma(0.5 * nu) -
                            std::lgamma(0.5 * (nu + 1.0));
    EXPECT_NEAR(law.log_total(), expected, 1e-9) << nu;
    EXPECT_NEAR(law.mean(), 0.0, 1e-8) << nu;
    EXPECT_NEAR(law.cdf(0.0), 0.5, 1e-9) << nu;
    if (nu > 2.0) {
      EXPECT_NEAR(law.variance(), nu / (nu - 2.0), 1e-8 * nu / (nu - 2.0)) << nu;
    } else {
      EXPECT_EQ(law.variance(), std::numeric_limits<double>::infinity()) << nu;
    }
    const double q = law.quantile(0.9);
    EXPECT_NEAR(law.cdf(q), 0.9, 1e-9) << nu;
  }
}

TEST(RealLaw, OfAOneSidedLaw) {  // exponential from 0
  const RealLaw law(
      on_arrays([](double y) { return y < 0.0 ? -std::numeric_limits<double>::infinity() : -y; }),
      0.0, 1.0);
  EXPECT_NEAR(law.log_total(), 0.0, 1e-11);
  EXPECT_NEAR(law.mean(), 1.0, 1e-10);
  EXPECT_NEAR(law.variance(), 1.0, 1e-9);
  EXPECT_EQ(law.cdf(-1.0), 0.0);
  EXPECT_NEAR(law.quantile(0.5), std::numbers::ln2, 1e-9);
}

TEST(RealLaw, RefusesADensityWithoutAFiniteIntegral) {
  const auto message = [](auto f) -> std::string {
    try {
      RealLaw(on_arrays(f), 0.0, 1.0);
    } catch (const NumericalError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message([](double) { return 0.0; }).find("has no finite integral over y"),
            std::string::npos);
  EXPECT_NE(message([](double y) { return -std::log1p(std::abs(y)); }).find("falls like |y|^-1"),
            std::string::npos);
  EXPECT_NE(message([](double) { return -std::numeric_limits<double>::infinity(); }), "no error");
  EXPECT_NE(message([](double) { return std::numeric_limits<double>::quiet_NaN(); }), "no error");
}

// Tails so heavy that quantiles leave the panels by many orders of magnitude.
TEST(RealLaw, HasQuantilesFarBeyondItsPanels) {
  const double nu = 0.05;
  const ConditionalLaw law(make_likelihood("student-t", {{"nu", nu}, {"sigma", 1.0}}));
  for (const double p : {1e-12, 1e-4, 0.3, 1.0 - 1e-4, 1.0 - 1e-12}) {
    const double y = law.quantile(p, 0.0);
    ASSERT_TRUE(std::isfinite(y)) << p;
    if (std::abs(y) < 1e299) {
      EXPECT_NEAR(law.cdf(Row{y}, 0.0), p, 1e-9) << p;
    }
  }
}

}  // namespace
}  // namespace phigp::test
