// The inverted law against 70-digit references, closed forms and its own error estimate.
#include "phigp/augmentation/inversion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/base/error.h"
#include "tests/augmentation/pi_phi_reference.h"

namespace phigp::test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double true_error(const InvertedLaw& law, const ReferencePoint& point) {
  return std::max(std::abs(law.cdf - point.cdf), std::abs(law.complement - point.complement));
}

// e^{-sqrt(r)} at c2 = 0: omega = 1 / (2 Z^2), the Levy law.
double levy_cdf(double x) { return std::erfc(0.5 / std::sqrt(x)); }

TEST(Inversion, CdfIsRightToElevenDigitsAtEveryCommonReference) {  // math.md (I.1)
  std::vector<double> errors;
  for (const ReferenceLaw& reference : common_reference_laws()) {
    const Inversion inversion(reference.radial);
    for (const ReferencePoint& point : reference.points) {
      const double error = true_error(inversion.at(point.x, point.c2), point);
      EXPECT_LE(error, 1e-11) << reference.name << " c2 = " << point.c2 << ", x = " << point.x;
      errors.push_back(error);
    }
  }
  std::sort(errors.begin(), errors.end());
  ASSERT_EQ(errors.size(), 792U);
  EXPECT_LE(errors[errors.size() / 2], 1e-14);
}

// Where the law is so narrow that moving x to the next double moves F, no more than a few such
// moves.
TEST(Inversion, CdfIsRightOnHardLawsAndAtTheLargestTilt) {
  for (const ReferenceLaw& reference : hard_reference_laws()) {
    const Inversion inversion(reference.radial);
    for (const ReferencePoint& point : reference.points) {
      const double allowed = 2e-11 + 8.0 * kEpsilon * point.x * point.pdf;
      EXPECT_LE(true_error(inversion.at(point.x, point.c2), point), allowed)
          << reference.name << " c2 = " << point.c2 << ", x = " << point.x;
    }
  }
}

TEST(Inversion, TrueErrorIsAtMostTenTimesTheEstimate) {
  for (const auto& laws : {common_reference_laws(), hard_reference_laws()}) {
    for (const ReferenceLaw& reference : laws) {
      const Inversion inversion(reference.radial);
      for (const ReferencePoint& point : reference.points) {
        const InvertedLaw law = inversion.at(point.x, point.c2);
        EXPECT_LE(true_error(law, point), 10.0 * law.error + 1e-13)
            << reference.name << " c2 = " << point.c2 << ", x = " << point.x;
        EXPECT_LE(law.error, 1e-9 + 32.0 * kEpsilon * point.x * point.pdf)  // and is not just large
            << reference.name << " c2 = " << point.c2 << ", x = " << point.x;
      }
    }
  }
}

// Relative in the left tail, where F = 1e-9; in the right tail of a light-tailed law at c2 = 0 only
// absolute.
TEST(Inversion, LeftTailKeepsItsRelativeAccuracy) {  // math.md (I.3)
  for (const ReferenceLaw& reference : common_reference_laws()) {
    const Inversion inversion(reference.radial);
    for (const ReferencePoint& point : reference.points) {
      if (point.cdf > 1e-2) continue;
      const double narrow = 16.0 * kEpsilon * point.x * point.pdf / point.cdf;
      EXPECT_NEAR(inversion.cdf(point.x, point.c2) / point.cdf, 1.0, 1e-11 + narrow)
          << reference.name << " c2 = " << point.c2;
    }
  }
}

TEST(Inversion, HeavyRightTailKeepsItsRelativeAccuracy) {
  const Inversion laplace(inverse_gaussian_radial(1.0));
  for (const double x : {1e3, 1e9, 1e15, 1e30}) {
    const double exact = std::erf(0.5 / std::sqrt(x));
    EXPECT_NEAR(laplace.at(x, 0.0).complement / exact, 1.0, 1e-10) << x;
  }
}

TEST(Inversion, DensityAgreesWithTheReferences) {
  for (const ReferenceLaw& reference : common_reference_laws()) {
    const Inversion inversion(reference.radial);
    for (const ReferencePoint& point : reference.points) {
      const double body = point.cdf * point.complement;
      if (body < 1e-4) continue;
      EXPECT_NEAR(inversion.pdf(point.x, point.c2) / point.pdf, 1.0, 1e-8)
          << reference.name << " c2 = " << point.c2 << ", F = " << point.cdf;
    }
  }
}

TEST(Inversion, ScaleOfPhiIsTheScaleOfOmega) {
  const RadialPtr logistic = polya_gamma_radial(1.0);
  const Inversion unit(logistic);
  for (const double a : {1e-12, 1e-3, 1e9}) {
    const Inversion inversion(scaled(logistic, a));
    for (const double c2 : {0.0, 0.3, 700.0}) {
      for (const double x : {0.01, 0.05, 0.2, 0.6}) {
        EXPECT_NEAR(inversion.cdf(a * x, c2 / a), unit.cdf(x, c2), 1e-11)
            << a << " " << c2 << " " << x;
      }
    }
  }
}

TEST(Inversion, QuantileInvertsTheCdf) {  // math.md (I.7)
  for (const auto& laws : {common_reference_laws(), hard_reference_laws()}) {
    for (const ReferenceLaw& reference : laws) {
      const Inversion inversion(reference.radial);
      for (const ReferencePoint& point : reference.points) {
        const bool upper = point.complement < point.cdf;
        const double p = upper ? point.complement : point.cdf;
        const double x = inversion.quantile(p, point.c2, upper);
        const InvertedLaw law = inversion.at(x, point.c2);
        const double found = upper ? law.complement : law.cdf;
        EXPECT_NEAR(found, p, 2e-11 + 4.0 * law.error + 8.0 * kEpsilon * x * law.pdf)
            << reference.name << " c2 = " << point.c2 << ", p = " << p;
      }
    }
  }
}

TEST(Inversion, QuantileReachesTheFarTails) {
  const Inversion laplace(inverse_gaussian_radial(1.0));  // infinite mean at c2 = 0
  for (const double p : {1e-300, 1e-100, 1e-20, 1e-5, 0.3}) {
    const double z = boost::math::erfc_inv(p);
    EXPECT_NEAR(laplace.quantile(p, 0.0) * 4.0 * z * z, 1.0, 1e-11) << p;
  }
  for (const double p : {1e-16, 1e-30, 1e-100}) {
    const double z = boost::math::erf_inv(p);
    EXPECT_NEAR(laplace.quantile(p, 0.0, true) * 4.0 * z * z, 1.0, 1e-9) << p;
  }
  const Inversion gamma(gamma_radial(2.0, 3.0));
  for (const double p : {1e-200, 1e-16, 1e-3, 0.5}) {
    const double exact = boost::math::gamma_p_inv(2.0, p) / 3.0;
    EXPECT_NEAR(gamma.quantile(p, 0.0) / exact, 1.0, 1e-10) << p;
  }
}

TEST(Inversion, QuantileBelowTheLeastDoubleIsTheStartOfTheSupport) {
  const Inversion slow(slowly_varying_radial());  // F(1e-308) is about 1/710 at c2 = 0
  EXPECT_EQ(slow.quantile(1e-3, 0.0), 0.0);
  EXPECT_GT(slow.quantile(2e-3, 0.0), 0.0);
}

TEST(Inversion, BordersOfTheLineAreCertain) {
  const Inversion inversion(polya_gamma_radial(1.0));
  for (const double c2 : {0.0, 2.0}) {
    EXPECT_EQ(inversion.cdf(-1.0, c2), 0.0);
    EXPECT_EQ(inversion.cdf(0.0, c2), 0.0);
    EXPECT_EQ(inversion.cdf(kInfinity, c2), 1.0);
    EXPECT_EQ(inversion.at(kInfinity, c2).complement, 0.0);
    EXPECT_EQ(inversion.cdf(std::numeric_limits<double>::denorm_min(), c2), 0.0);
    EXPECT_EQ(inversion.cdf(std::numeric_limits<double>::max(), c2), 1.0);
  }
}

TEST(Inversion, BadArgumentsAreRefusedByName) {
  const Inversion inversion(polya_gamma_radial(1.0));
  EXPECT_THROW(inversion.at(std::nan(""), 1.0), InvalidInput);
  EXPECT_THROW(inversion.at(1.0, -1.0), InvalidInput);
  EXPECT_THROW(inversion.at(1.0, std::nan("")), InvalidInput);
  EXPECT_THROW(inversion.at(1.0, kInfinity), InvalidInput);
  EXPECT_THROW(inversion.quantile(0.0, 1.0), InvalidInput);
  EXPECT_THROW(inversion.quantile(1.0, 1.0), InvalidInput);
  EXPECT_THROW(inversion.quantile(std::nan(""), 1.0), InvalidInput);
}

TEST(Inversion, PointMassIsAStep) {
  const Inversion inversion(point_mass_radial(0.7));
  for (const double c2 : {0.0, 1.0, 1e16}) {
    EXPECT_EQ(inversion.cdf(std::nextafter(0.7, 0.0), c2), 0.0);
    EXPECT_EQ(inversion.cdf(0.7, c2), 1.0);
    EXPECT_EQ(inversion.cdf(0.8, c2), 1.0);
    EXPECT_EQ(inversion.quantile(0.3, c2), 0.7);
  }
}

TEST(Inversion, SupportThatStartsAboveZeroIsFound) {  // math.md (I.6)
  const RadialPtr laplace = inverse_gaussian_radial(1.0);
  const Inversion shifted_law(product({point_mass_radial(1.0), laplace}));
  EXPECT_DOUBLE_EQ(shifted_law.support().start, 1.0);
  for (const double y : {0.03, 0.2, 3.0, 1e4}) {
    EXPECT_NEAR(shifted_law.cdf(1.0 + y, 0.0), levy_cdf(y), 1e-11) << y;
  }
  EXPECT_EQ(shifted_law.cdf(1.0, 0.0), 0.0);
}

// exp(rate (phi - 1)): omega = 0 with probability exp(-rate phi(c2)).
TEST(Inversion, AtomAtZeroIsPartOfTheCdf) {
  const Inversion inversion(compound_poisson(inverse_gaussian_radial(1.0), 2.0));
  for (const double c2 : {0.0, 0.5, 9.0}) {
    const double atom = std::exp(-2.0 * std::exp(-std::sqrt(c2)));
    EXPECT_NEAR(inversion.cdf(0.0, c2), atom, 1e-14);
    EXPECT_NEAR(inversion.cdf(1e-9, c2), atom, 1e-11);
    EXPECT_EQ(inversion.quantile(0.9 * atom, c2), 0.0);
    EXPECT_GT(inversion.quantile(atom + 0.5 * (1.0 - atom), c2), 0.0);
  }
}

// omega = 1 or 2: a step function cannot be summed quickly. The estimate has to say so.
TEST(Inversion, AtomsInsideTheSupportAreReportedThroughTheError) {
  const Inversion inversion(
      mixture({{0.3, point_mass_radial(1.0)}, {0.7, point_mass_radial(2.0)}}));
  for (const double c2 : {0.0, 0.4}) {
    const double low = 0.3 * std::exp(-c2) / (0.3 * std::exp(-c2) + 0.7 * std::exp(-2.0 * c2));
    double largest = 0.0;
    for (const double x : {0.5, 0.999, 1.0, 1.3, 1.7, 1.95, 1.9999, 2.0001, 2.05, 2.5, 4.0}) {
      const double exact = x < 1.0 ? 0.0 : x < 2.0 ? low : 1.0;
      const InvertedLaw law = inversion.at(x, c2);
      EXPECT_LE(std::abs(law.cdf - exact), 10.0 * law.error + 1e-13) << c2 << " " << x;
      largest = std::max(largest, law.error);
    }
    EXPECT_GT(largest, 1e-3);
  }
}

TEST(Inversion, CdfIncreasesAndStaysWithinItsBounds) {
  for (const ReferenceLaw& reference : common_reference_laws()) {
    const Inversion inversion(reference.radial);
    for (const double c2 : {0.0, 1e-3, 2.0, 1e5, 1e12}) {
      const TiltedLaw law = inversion.law(c2);
      double before = 0.0;  // less the error reported with it
      for (int i = -60; i <= 60; ++i) {
        const InvertedLaw here = law.at(law.scale() * std::exp(0.2 * i));
        EXPECT_GE(here.cdf + here.error, before - 1e-11) << reference.name << " c2 = " << c2;
        EXPECT_LE(here.cdf, 1.0);
        EXPECT_NEAR(here.cdf + here.complement, 1.0, 1e-15);
        before = here.cdf - here.error;
      }
    }
  }
}

}  // namespace
}  // namespace phigp::test
