// The samplers against references of law_references.h. What each check would miss: a cdf check at
// half a million draws sees errors above 0.005; means and transforms see 1 % of a standard
// deviation. The error bounds in the headers are proved or computed, not sampled.
#include <gtest/gtest.h>

#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/inverse_gamma.hpp>
#include <boost/math/distributions/inverse_gaussian.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "phigp/augmentation/laws/generalised_inverse_gaussian.h"
#include "phigp/augmentation/laws/inverse_gaussian.h"
#include "phigp/augmentation/laws/polya_gamma.h"
#include "phigp/augmentation/laws/tilted_stable.h"
#include "phigp/base/error.h"
#include "tests/augmentation/law_checks.h"
#include "tests/augmentation/law_references.h"

namespace phigp {
namespace {

using test::describe;
using test::expect_cdf;
using test::expect_cumulants;
using test::expect_mean;
using test::expect_transform;
using test::kMany;
using test::kSome;
using test::normal_cdf;
using test::pointwise;
using test::sample;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(InverseGaussian, StatisticalMatchesBoostAndItsMoments) {
  std::uint64_t index = 1000;
  for (const double mean : {0.03, 0.7, 4.0, 50.0}) {
    for (const double shape : {0.2, 3.0}) {
      const std::string what = describe("inverse Gaussian", {mean, shape});
      const auto values =
          sample(kMany, index++, [&](Stream& s) { return draw_inverse_gaussian(mean, shape, s); });
      const boost::math::inverse_gaussian_distribution<> law(mean, shape);
      expect_cdf(values, pointwise([&](double x) { return cdf(law, x); }), what);
      if (mean > shape) continue;  // too skew for z-tests of moments
      expect_cumulants(values, mean, std::pow(mean, 3) / shape,
                       3.0 * std::pow(mean, 5) / (shape * shape), what);
    }
  }
}

TEST(InverseGaussian, StatisticalRightAcrossThirtyTwoOrdersOfMagnitude) {
  std::uint64_t index = 1100;
  for (const double mean : {1e-16, 1e-8, 1.0, 1e8, 1e16, kInfinity}) {
    for (const double shape : {1e-16, 1e-6, 1.0, 1e8, 1e16}) {
      const std::string what = describe("inverse Gaussian", {mean, shape});
      const auto values =
          sample(kSome, index++, [&](Stream& s) { return draw_inverse_gaussian(mean, shape, s); });
      if (mean / shape < 1e-20) {  // a point, as far as doubles can tell
        for (const double x : values)
          ASSERT_NEAR(x / mean, 1.0, 1e-9 + 8.0 * std::sqrt(mean / shape));
        continue;
      }
      const auto reference = [&](double x) { return test::inverse_gaussian_cdf(mean, shape, x); };
      expect_cdf(values, pointwise(reference), what);
    }
  }
}

TEST(GeneralisedInverseGaussian, StatisticalMatchesQuadratureOfItsDensity) {
  std::uint64_t index = 3000;
  const std::vector<std::pair<double, double>> scales = {
      {1e-8, 1.0}, {0.02, 3.0}, {1.0, 1.0}, {40.0, 7.0}, {3e4, 1e-6}};
  for (const double p : {-8.5, -2.5, -1.5, -0.5, 0.5, 1.5, 3.5, -1.7, -0.2, 0.0, 0.6, 12.3}) {
    for (const auto& [a, b] : scales) {
      const std::string what = describe("generalised inverse Gaussian", {p, a, b});
      const auto values = sample(kSome, index++, [&, a = a, b = b](Stream& s) {
        return draw_generalised_inverse_gaussian(p, a, b, s);
      });
      expect_cdf(
          values,
          [&, a = a, b = b](const auto& x) {
            return test::generalised_inverse_gaussian_cdf(p, a, b, x);
          },
          what, 100);
      const double w = std::sqrt(a * b);
      if (w < 0.5) continue;  // too skew for a z-test
      const double ratio = boost::math::cyl_bessel_k(p + 1.0, w) / boost::math::cyl_bessel_k(p, w);
      expect_mean(values, [](double x) { return x; }, std::sqrt(b / a) * ratio, what + ", mean");
    }
  }
}

TEST(GeneralisedInverseGaussian, StatisticalTheHotOrdersAtMoreDraws) {
  std::uint64_t index = 3200;
  for (const double p : {-1.5, -2.5}) {
    for (const double a : {1e-3, 2.0, 500.0}) {
      const double b = 1.5;
      const auto values = sample(2 * kMany, index++, [&](Stream& s) {
        return draw_generalised_inverse_gaussian(p, a, b, s);
      });
      const std::string what = describe("generalised inverse Gaussian", {p, a, b});
      expect_cdf(
          values, [&](const auto& x) { return test::generalised_inverse_gaussian_cdf(p, a, b, x); },
          what);
      const double w = std::sqrt(a * b);
      const double ratio = boost::math::cyl_bessel_k(p - 1.0, w) / boost::math::cyl_bessel_k(p, w);
      expect_mean(
          values, [](double x) { return 1.0 / x; }, std::sqrt(a / b) * ratio, what + ", of 1/x");
    }
  }
}

TEST(GeneralisedInverseGaussian, StatisticalLimitsAreGammaInverseGammaAndNormal) {
  std::uint64_t index = 3300;
  const auto draw = [&](double p, double a, double b) {
    return sample(kSome, index++,
                  [=](Stream& s) { return draw_generalised_inverse_gaussian(p, a, b, s); });
  };
  for (const double p : {0.3, 1.5, 7.0}) {
    for (const double tiny : {0.0, 1e-30}) {  // the other end is then p of order one away
      const std::string what = describe("limits of generalised inverse Gaussian", {p, tiny});
      const boost::math::gamma_distribution<> gamma(p, 2.0 / 3.0);
      expect_cdf(draw(p, 3.0, tiny), pointwise([&](double x) { return cdf(gamma, x); }), what);
      const boost::math::inverse_gamma_distribution<> inverse(p, 1.5);
      expect_cdf(draw(-p, tiny, 3.0), pointwise([&](double x) { return cdf(inverse, x); }), what);
    }
    for (const double sign : {-1.0, 1.0}) {  // w = 1e16: log x is normal, sd 1e-8
      const double a = 1e12;
      const double b = 1e20;
      const double mode = 1e4 + sign * p / a;
      const auto z = [=](double x) { return (x / mode - 1.0) * 1e8; };
      expect_cdf(draw(sign * p, a, b), pointwise([&](double x) { return normal_cdf(z(x)); }),
                 describe("generalised inverse Gaussian", {sign * p, a, b}));
    }
  }
}

TEST(TiltedStable, StatisticalMatchesTransformAndCumulants) {
  std::uint64_t index = 4000;
  for (const double alpha : {0.01, 0.1, 0.3, 0.5, 0.8, 0.95, 0.99}) {
    for (const double tilt : {0.0, 1e-3, 0.2, 0.99, 1.01, 3.0, 50.0, 1e4, 1e9, 1e16}) {
      const std::string what = describe("tilted stable", {alpha, tilt});
      const auto values =
          sample(kSome, index++, [&](Stream& s) { return draw_tilted_stable(alpha, tilt, s); });
      const double theta = std::pow(tilt, alpha);
      const double unit = tilt > 0.0 ? alpha * theta / tilt : 1.0;  // the mean
      const auto transform = [&](double t) {
        if (tilt == 0.0) return std::exp(-std::pow(t, alpha));
        return std::exp(-theta * std::expm1(alpha * std::log1p(t / tilt)));
      };
      expect_transform(values, unit, transform, what);
      if (tilt == 0.0) continue;
      const double variance = (1.0 - alpha) / tilt * unit;
      const double third = (2.0 - alpha) / tilt * variance;
      if (third < 4.0 * std::pow(variance, 1.5)) {
        expect_cumulants(values, unit, variance, third, what);
      }
    }
  }
}

TEST(TiltedStable, StatisticalAlphaOneHalfIsInverseGaussian) {
  std::uint64_t index = 4100;
  for (const double tilt : {0.0, 1e-6, 0.3, 0.98, 1.02, 8.0, 1e3, 1e8, 1e16}) {
    const auto values =
        sample(kMany, index++, [&](Stream& s) { return draw_tilted_stable(0.5, tilt, s); });
    const auto reference = [&](double x) {
      return test::inverse_gaussian_cdf(0.5 / std::sqrt(tilt), 0.5, x);
    };
    expect_cdf(values, pointwise(reference), describe("tilted stable 0.5", {tilt}));
  }
}

TEST(TiltedStable, StatisticalMatchesZolotarevsIntegral) {
  std::uint64_t index = 4200;
  for (const double alpha : {0.1, 0.3, 0.7, 0.9}) {
    for (const double theta : {0.0, 0.5, 1.5, 12.0}) {
      const double tilt = std::pow(theta, 1.0 / alpha);
      const auto values =
          sample(kMany, index++, [&](Stream& s) { return draw_tilted_stable(alpha, tilt, s); });
      expect_cdf(
          values, [&](const auto& x) { return test::tilted_stable_cdf(alpha, tilt, x); },
          describe("tilted stable", {alpha, tilt}), 50);
    }
  }
}

TEST(TiltedStable, StatisticalIsNormalUnderAHugeTilt) {
  std::uint64_t index = 4300;
  for (const double alpha : {0.6, 0.8, 0.99}) {
    const double tilt = 1e16;
    const auto values =
        sample(kSome, index++, [&](Stream& s) { return draw_tilted_stable(alpha, tilt, s); });
    const double mean = alpha * std::pow(tilt, alpha - 1.0);
    const double sd = std::sqrt((1.0 - alpha) / tilt * mean);
    expect_cdf(values, pointwise([&](double x) { return normal_cdf((x - mean) / sd); }),
               describe("tilted stable", {alpha, tilt}));
  }
}

TEST(Laws, TheSameAddressGivesTheSameDraws) {
  const auto draws = [](std::uint64_t index) {
    return sample(1000, index, [](Stream& s) {
      return draw_inverse_gaussian(2.0, 3.0, s) + draw_polya_gamma(1.0, 0.5, s) +
             draw_polya_gamma(20.3, 0.5, s) + draw_generalised_inverse_gaussian(-1.5, 1.0, 2.0, s) +
             draw_generalised_inverse_gaussian(0.2, 1.0, 2.0, s) + draw_tilted_stable(0.7, 3.0, s);
    });
  };
  EXPECT_EQ(draws(1), draws(1));
  EXPECT_NE(draws(1), draws(2));
}

TEST(Laws, EveryDrawIsAPositiveNumberAtEveryExtreme) {
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 0, .index = 0});
  const auto expect_positive = [&](const std::string& what, auto&& draw) {
    for (int i = 0; i < 300; ++i) {
      const double x = draw();
      ASSERT_TRUE(x > 0.0 && x < kInfinity) << what << " gave " << x;
    }
  };
  const std::vector<double> scales = {1e-16, 1e-9, 1e-3, 1.0, 7.3, 1e3, 1e9, 1e16};
  for (const double a : scales) {
    for (const double b : scales) {
      expect_positive(describe("inverse Gaussian", {a, b}),
                      [&] { return draw_inverse_gaussian(a, b, stream); });
      expect_positive(describe("Polya-Gamma", {a, b}),
                      [&] { return draw_polya_gamma(a, b, stream); });
      for (const double p : {-300.0, -2.5, -1.5, -1e-9, 0.0, 0.5, 1.0, 300.0}) {
        expect_positive(describe("generalised inverse Gaussian", {p, a, b}),
                        [&] { return draw_generalised_inverse_gaussian(p, a, b, stream); });
      }
    }
    for (const double alpha : {0.02, 0.3, 0.5, 0.9, 0.999, 1.0 - 1e-9}) {
      expect_positive(describe("tilted stable", {alpha, a}),
                      [&] { return draw_tilted_stable(alpha, a, stream); });
    }
  }
}

TEST(Laws, RefuseParametersOutsideTheirRange) {
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 0, .index = 1});
  const double nan = std::nan("");
  for (const double bad : {0.0, -1.0, nan}) {
    EXPECT_THROW(draw_inverse_gaussian(bad, 1.0, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_inverse_gaussian(1.0, bad, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_polya_gamma(bad, 1.0, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_tilted_stable(bad, 1.0, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_generalised_inverse_gaussian(bad, bad, bad, stream), InvalidInput) << bad;
  }
  for (const double bad : {-1e-300, nan, kInfinity}) {
    EXPECT_THROW(draw_polya_gamma(1.0, bad, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_tilted_stable(0.5, bad, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_generalised_inverse_gaussian(1.0, bad, 1.0, stream), InvalidInput) << bad;
    EXPECT_THROW(draw_generalised_inverse_gaussian(1.0, 1.0, bad, stream), InvalidInput) << bad;
  }
  EXPECT_THROW(draw_inverse_gaussian(1.0, kInfinity, stream), InvalidInput);
  EXPECT_THROW(draw_polya_gamma(kInfinity, 1.0, stream), InvalidInput);
  EXPECT_THROW(draw_tilted_stable(1.0, 1.0, stream), InvalidInput);
  EXPECT_THROW(draw_generalised_inverse_gaussian(nan, 1.0, 1.0, stream), InvalidInput);
  // No law at all: nothing holds x back at one end.
  EXPECT_THROW(draw_generalised_inverse_gaussian(0.0, 0.0, 1.0, stream), InvalidInput);
  EXPECT_THROW(draw_generalised_inverse_gaussian(1.5, 0.0, 1.0, stream), InvalidInput);
  EXPECT_THROW(draw_generalised_inverse_gaussian(-1.5, 1.0, 0.0, stream), InvalidInput);
  EXPECT_THROW(draw_generalised_inverse_gaussian(-0.5, 1.0, 0.0, stream), InvalidInput);
  try {
    draw_polya_gamma(-2.0, 1.0, stream);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "Polya-Gamma: b must be positive and finite, got -2");
  }
}

}  // namespace
}  // namespace phigp
