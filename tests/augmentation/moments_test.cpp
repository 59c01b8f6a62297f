// Moments beyond the catalogue's cumulants (cumulants_test): limits at 0, KL, array paths, rows.
#include "phigp/augmentation/moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/lambda_radial.h"

namespace phigp::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A law with a finite mean and infinite variance, one with an infinite mean, one with all moments.
TEST(Moments, AtZeroAreInfiniteExactlyWhereTheLawsAre) {
  const Moments matern(matern32_radial(1.7));
  EXPECT_NEAR(matern.mean(0.0), 0.5 * 1.7 * 1.7, 1e-12);
  EXPECT_EQ(matern.variance(0.0), kInfinity);
  EXPECT_EQ(matern.cumulant(3, 0.0), kInfinity);
  const Moments matern5(matern52_radial(1.7));
  EXPECT_NEAR(matern5.mean(0.0), 1.7 * 1.7 / 6.0, 1e-12);
  EXPECT_NEAR(matern5.variance(0.0), std::pow(1.7, 4) / 18.0, 1e-11);  // inverse gamma, shape 5/2
  EXPECT_EQ(matern5.cumulant(3, 0.0), kInfinity);
  const Moments stable(stable_radial(0.65, 2.0));
  EXPECT_EQ(stable.mean(0.0), kInfinity);
  EXPECT_EQ(stable.cumulant(8, 0.0), kInfinity);
  const Moments gamma(gamma_radial(2.5, 0.7));
  for (int k = 1; k <= 8; ++k) {
    EXPECT_NEAR(gamma.cumulant(k, 0.0) / (2.5 * std::tgamma(k) / std::pow(0.7, k)), 1.0, 1e-12)
        << k;
  }
  const Moments near_point(stable_radial(0.999, 2.0));  // infinite mean, though nearly a point mass
  EXPECT_EQ(near_point.mean(0.0), kInfinity);
}

// -c2 mean - log phi in closed form, where it is 1e-40 as well as where it is 1e40.
TEST(Moments, TheDivergenceFromThePriorHasFullRelativeAccuracy) {
  for (const double c2 : {1e-16, 1e-8, 1e-3, 1.0, 1e4, 1e12}) {
    const double x = c2 / 0.7;
    const double gamma = 2.5 * (x < 1e-3 ? x * x * (0.5 - x * (2.0 / 3.0 - x * (0.75 - 0.8 * x)))
                                         : std::log1p(x) - x / (1.0 + x));
    EXPECT_NEAR(Moments(gamma_radial(2.5, 0.7)).kl(c2) / gamma, 1.0, c2 < 1e-3 ? 1e-10 : 1e-12)
        << c2;
    EXPECT_NEAR(Moments(inverse_gaussian_radial(1.3)).kl(c2) / (0.65 * std::sqrt(c2)), 1.0, 1e-12)
        << c2;
    EXPECT_NEAR(Moments(stable_radial(0.65, 2.0)).kl(c2) / (0.35 * std::pow(2.0 * c2, 0.65)), 1.0,
                1e-12)
        << c2;
    EXPECT_NEAR(Moments(point_mass_radial(0.4)).kl(c2), 0.0, 4e-16 * c2) << c2;
  }
  EXPECT_EQ(Moments(gamma_radial(2.5, 0.7)).kl(0.0), 0.0);
}

TEST(Moments, TheTransformIsARatioOfPhi) {
  const Moments gamma(gamma_radial(2.5, 0.7));
  EXPECT_NEAR(gamma.laplace(3.0, 2.0), std::pow(1.0 + 3.0 / 2.7, -2.5), 1e-15);
  EXPECT_EQ(gamma.laplace(0.0, 5.0), 1.0);
  EXPECT_NEAR(Moments(inverse_gaussian_radial(1.0)).laplace(1e6, 1e12),
              std::exp(1e6 - std::sqrt(1e12 + 1e6)), 1e-9);
}

// Blocks of 256 inside: an array that is not a multiple, with rows that enter as powers.
TEST(Moments, OnArraysAreThoseOfThePoints) {
  const LikelihoodPtr likelihood = make_likelihood("negative-binomial", {{"s", 1.6}});
  const Moments& moments = likelihood->moments();
  std::vector<double> c2;
  std::vector<Row> rows;
  for (int i = 0; i < 700; ++i) {
    c2.push_back(i % 7 == 0 ? 0.0 : std::pow(10.0, (i % 41) * 0.5 - 12.0));
    rows.push_back({static_cast<double>(i % 5), 1.0});
  }
  std::vector<double> value(c2.size());
  std::vector<double> mean(c2.size());
  std::vector<double> slope(c2.size());
  std::vector<double> mean_slope(c2.size());
  moments.log_phi_and_mean(c2, Rows(rows), value, mean);
  moments.parameter_slopes(c2, Rows(rows), 0, slope, mean_slope);
  for (std::size_t i = 0; i < c2.size(); ++i) {
    const double b = rows[i].y + 1.6;
    EXPECT_NEAR(value[i], moments.log_phi(c2[i], rows[i]), 1e-14 * std::abs(value[i])) << c2[i];
    EXPECT_NEAR(mean[i], moments.mean(c2[i], rows[i]), 1e-13 * mean[i]) << c2[i];
    EXPECT_NEAR(slope[i], value[i] / b, 1e-13 * std::abs(slope[i]))
        << c2[i];  // log phi is linear in b
    EXPECT_NEAR(mean_slope[i], mean[i] / b, 1e-13 * mean[i] / b) << c2[i];
  }
}

// The same functions without their names: no known series, no exact derivative to fall back on.
TEST(Moments, OfANamelessFunctionAreThoseOfTheNamedOne) {
  const RadialPtr nameless =
      lambda_radial("sech(sqrt(r)/2)^2.5", [](auto r) { return -2.5 * log_cosh(0.5 * sqrt(r)); });
  const Moments found(nameless);
  const Moments expected(polya_gamma_radial(2.5));
  for (const double c2 : {0.0, 1e-14, 1e-5, 0.1, 1.0, 9.9, 1e3, 1e9}) {
    for (int k = 1; k <= 4; ++k) {
      EXPECT_NEAR(found.cumulant(k, c2) / expected.cumulant(k, c2), 1.0, 1e-12) << k << " " << c2;
    }
  }
}

// An infinite mean that rests on a small odd coefficient: Levy of scale e, added to a gamma.
TEST(Moments, ASmallPartWithInfiniteMeanIsNotLost) {
  for (const double e : {1e-3, 1e-6, 1e-9}) {
    const Moments moments(product({gamma_radial(2.5, 0.7), inverse_gaussian_radial(e)}));
    EXPECT_EQ(moments.mean(0.0), kInfinity) << e;
    for (const double c2 : {1e-12, 1e-4, 1.0}) {
      const double expected = 2.5 / (0.7 + c2) + 0.5 * e / std::sqrt(c2);
      EXPECT_NEAR(moments.mean(c2) / expected, 1.0, 1e-12) << e << " " << c2;
    }
  }
}

TEST(NaturalScale, IsWherePhiHasFallenToOneOverE) {
  for (const double s : {1e-50, 1e-3, 1.0, 1e40}) {
    EXPECT_NEAR(natural_scale(*point_mass_radial(1.0 / s), Row{}) / s, 1.0, 0.01);
    EXPECT_NEAR(natural_scale(*inverse_gaussian_radial(1.0 / std::sqrt(s)), Row{}) / s, 1.0, 0.01);
  }
  const double atom = natural_scale(*compound_poisson(point_mass_radial(1.0), 0.5), Row{});
  EXPECT_NEAR(atom, std::log(2.0), 0.01);  // phi falls to e^{-1/2} only: half of its fall
}

}  // namespace
}  // namespace phigp::test
