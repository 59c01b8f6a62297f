// The two engines for f given sites take the same random numbers in the same order, so that they
// can be compared draw by draw, not only in law. math.md (K.7), (K.8)
#include "phigp/inference/preconditioned_sampler.h"

#include <gtest/gtest.h>

#include <cmath>

namespace phigp {
namespace {

constexpr Eigen::Index kRows = 40;
constexpr double kTight = 1e-11;

DensePrior some_prior() {
  Matrix K(kRows, kRows);
  Vector mean(kRows);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    mean[i] = std::sin(static_cast<double>(i));
    for (Eigen::Index j = 0; j < kRows; ++j) {
      const double d = static_cast<double>(i - j) / 6.0;
      K(i, j) = 1.7 * std::exp(-0.5 * d * d) + (i == j ? 0.05 : 0.0);
    }
  }
  return {mean, K};
}

// Precisions spread by a factor of e^(2 spread).
Sites some_sites(double spread) {
  Sites sites;
  sites.resize(kRows);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const double x = static_cast<double>(i);
    sites.precision[i] = std::exp(spread * std::cos(3.0 * x));
    sites.centre[i] = 2.0 * std::cos(x);
    sites.tilt[i] = i % 3 == 0 ? 0.0 : 0.4 * std::sin(5.0 * x);
  }
  return sites;
}

struct Draw {
  Vector f;
  Vector mean;
};

Draw draw(const LatentSampler& sampler, const Sites& sites, double persistence,
          bool with_mean = true) {
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 2, .index = 7});
  Draw result;
  result.f = Vector::LinSpaced(kRows, -2.0, 2.0);  // the old one
  sampler.draw(sites, persistence, stream, result.f, with_mean ? &result.mean : nullptr);
  return result;
}

class Engines : public testing::Test {
 protected:
  Engines() : prior(some_prior()), direct(prior), around(some_sites(0.0)) {}

  PreconditionedSampler preconditioned(double tolerance) const {
    return {prior, around, prior.condition(around), tolerance};
  }
  void expect_equal(const PreconditionedSampler& other, const Sites& sites) const {
    for (const double persistence : {0.0, -0.3, 0.5}) {
      const Draw a = draw(direct, sites, persistence);
      const Draw b = draw(other, sites, persistence);
      EXPECT_LT((a.f - b.f).cwiseAbs().maxCoeff(), 1e-8) << persistence;
      EXPECT_LT((a.mean - b.mean).cwiseAbs().maxCoeff(), 1e-8) << persistence;
    }
  }

  DensePrior prior;
  DirectSampler direct;
  Sites around;
};

TEST_F(Engines, MakeTheSameDrawAndTheSameMean) {
  const PreconditionedSampler other = preconditioned(kTight);
  expect_equal(other, some_sites(0.8));
  EXPECT_EQ(other.fallbacks(), 0);
  EXPECT_GT(other.iterations_per_solve(), 1.0);
}

TEST_F(Engines, AgreeWhenSomeSitesAreMuchSharperThanTheirMean) {
  Sites sites = some_sites(0.8);
  sites.precision[3] = 1e3;
  sites.precision[17] = 1e5;
  sites.precision[18] = 50.0;
  const PreconditionedSampler other = preconditioned(kTight);
  expect_equal(other, sites);
  EXPECT_EQ(other.fallbacks(), 0);
}

TEST_F(Engines, AgreeAtSitesWithoutPrecision) {
  Sites sites = some_sites(0.8);
  for (std::size_t i = 0; i < sites.size(); i += 4) sites.precision[i] = 0.0;
  const PreconditionedSampler other = preconditioned(kTight);
  expect_equal(other, sites);
  EXPECT_EQ(other.fallbacks(), 0);
}

// Centres and tilts need not be those of the sites that the preconditioner was built around.
TEST_F(Engines, AgreeWhenCentresAndTiltsMove) {
  Sites sites = some_sites(0.8);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites.centre[i] += 0.7;
    sites.tilt[i] -= 0.2;
  }
  expect_equal(preconditioned(kTight), sites);
}

TEST_F(Engines, AreOneWhenASiteIsTooSharpOrTooManyAre) {
  Sites sites = some_sites(0.8);
  sites.precision[5] = 1e290;
  const PreconditionedSampler other = preconditioned(kTight);
  Draw a = draw(direct, sites, -0.3);
  Draw b = draw(other, sites, -0.3);
  EXPECT_EQ(a.f, b.f);
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(other.fallbacks(), 1);
  EXPECT_EQ(other.iterations_per_solve(), 0.0);
  sites = some_sites(0.0);
  for (std::size_t i = 0; i < 11; ++i) sites.precision[i] = 1e4;
  a = draw(direct, sites, -0.3);
  b = draw(other, sites, -0.3);
  EXPECT_EQ(a.f, b.f);
  EXPECT_EQ(other.fallbacks(), 2);
}

// A smooth prior and less and less noise: the covariance S that the second engine works with loses
// its digits, and its draws must not follow.
TEST(NearlyNoiseFree, EnginesAgreeInStandardDeviations) {
  Matrix K(kRows, kRows);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    for (Eigen::Index j = 0; j < kRows; ++j) {
      const double d = static_cast<double>(i - j) / 12.0;
      K(i, j) = 23.0 * std::exp(-0.5 * d * d);
    }
  }
  const DensePrior prior(Vector::Zero(kRows), K);
  const DirectSampler direct(prior);
  int solved = 0;
  int left = 0;
  for (double precision = 1e-2; precision < 1e16; precision *= 10.0) {
    const auto sharp_sites = [precision](double spread) {
      Sites sites = some_sites(spread);
      for (std::size_t i = 0; i < sites.size(); ++i) {
        const double x = static_cast<double>(i);
        sites.precision[i] *= precision;
        sites.centre[i] = std::sin(0.2 * x) + std::cos(x * x) / std::sqrt(precision);
      }
      return sites;
    };
    const Sites around = sharp_sites(0.0);
    const PreconditionedSampler other(prior, around, prior.condition(around));
    const Sites sites = sharp_sites(0.8);
    const Draw a = draw(direct, sites, 0.0);
    const Draw b = draw(other, sites, 0.0);
    const double scale = std::sqrt(precision);
    EXPECT_LT(scale * (a.f - b.f).norm(), 1e-3 * std::sqrt(kRows)) << precision;
    EXPECT_LT(scale * (a.mean - b.mean).norm(), 1e-3 * std::sqrt(kRows)) << precision;
    (other.fallbacks() == 0 ? solved : left) += 1;
  }
  EXPECT_GE(solved, 7);  // the guard is not always up
  EXPECT_GE(left, 3);
}

// With sites as expected there is nothing to iterate over but the noise; sites in the
// preconditioner cost no iterations; a looser tolerance costs fewer.
TEST_F(Engines, CountTheIterationsOfTheSecondOne) {
  const PreconditionedSampler expected = preconditioned(kTight);
  draw(expected, around, -0.3);
  EXPECT_LE(expected.iterations_per_solve(), 2.0);  // one, and one for the rounding of S

  Sites sharp = around;
  sharp.precision[9] = 1e4;
  const PreconditionedSampler woodbury = preconditioned(kTight);
  draw(woodbury, sharp, -0.3);
  EXPECT_LE(woodbury.iterations_per_solve(), 3.0);

  const PreconditionedSampler loose = preconditioned(1e-5);
  const PreconditionedSampler tight = preconditioned(kTight);
  draw(loose, some_sites(0.8), -0.3);
  draw(tight, some_sites(0.8), -0.3);
  EXPECT_LT(loose.iterations_per_solve(), tight.iterations_per_solve());
}

TEST_F(Engines, DifferByTheToleranceInUnitsOfThePosterior) {
  const Sites sites = some_sites(1.2);
  const Vector sd = prior.condition(sites).v.cwiseSqrt();
  const Vector exact = draw(direct, sites, -0.3).f;
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const Vector f = draw(preconditioned(tolerance), sites, -0.3).f;
    const double error = ((f - exact).array() / sd.array()).matrix().norm() / std::sqrt(kRows);
    EXPECT_LT(error, 3.0 * tolerance);
    EXPECT_GT(error, 0.0);
  }
}

// The mean is a second right-hand side, which shares products with the draw but must leave it
// alone.
TEST_F(Engines, DrawTheSameWhetherTheMeanIsAskedForOrNot) {
  const PreconditionedSampler other = preconditioned(kTight);
  const Sites sites = some_sites(0.8);
  EXPECT_LT((draw(other, sites, -0.3, true).f - draw(other, sites, -0.3, false).f).norm(), 1e-10);
  EXPECT_EQ(draw(direct, sites, -0.3, true).f, draw(direct, sites, -0.3, false).f);
}

}  // namespace
}  // namespace phigp
