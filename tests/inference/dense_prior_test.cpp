#include "phigp/inference/dense_prior.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/low_rank_sampler.h"
#include "phigp/inference/sharp_sites.h"
#include "tests/support/matrix_reference.h"

namespace phigp {
namespace {

Matrix covariance(Eigen::Index n, double lengthscale) {
  Matrix K(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double d = static_cast<double>(i - j) / lengthscale;
      K(i, j) = 1.7 * std::exp(-std::abs(d)) + (i == j ? 0.1 : 0.0);
    }
  }
  return K;
}

Vector mean(Eigen::Index n) {
  Vector mu(n);
  for (Eigen::Index i = 0; i < n; ++i) mu[i] = std::sin(static_cast<double>(i));
  return mu;
}

Sites sites(Eigen::Index n) {
  Sites s;
  s.resize(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double x = static_cast<double>(i);
    s.precision[i] = i % 4 == 3 ? 0.0 : std::exp(2.0 * std::cos(3.0 * x));
    s.centre[i] = std::cos(x);
    s.tilt[i] = i % 3 == 0 ? 0.0 : 0.4 * std::sin(5.0 * x);
  }
  return s;
}

struct BruteForce {
  Matrix S;
  Vector m;
  double kl;
  double log_evidence;
};

// Through inverses, which small well-conditioned matrices allow.
BruteForce brute_force(const Vector& mu, const Matrix& K, const Sites& s) {
  const Eigen::Index n = mu.size();
  Vector lambda(n);
  Vector eta(n);
  double constant = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    lambda[i] = s.precision[k];
    eta[i] = s.shift(k);
    constant -= s.tilt[k] * s.centre[k] + 0.5 * lambda[i] * s.centre[k] * s.centre[k];
  }
  const Matrix inverse = test::inverse_of(K);
  const Matrix P = inverse + Matrix(lambda.asDiagonal());
  BruteForce b;
  b.S = test::inverse_of(P);
  b.m = b.S * (eta + inverse * mu);
  const double log_det_k = std::log(test::determinant_of(K));
  const double log_det_s = std::log(test::determinant_of(b.S));
  const Vector d = b.m - mu;
  b.kl = 0.5 * ((inverse * b.S).trace() + d.dot(inverse * d) - static_cast<double>(n) + log_det_k -
                log_det_s);
  b.log_evidence = constant + 0.5 * (log_det_s - log_det_k) + 0.5 * b.m.dot(P * b.m) -
                   0.5 * mu.dot(inverse * mu);
  return b;
}

TEST(DensePrior, ConditionedOnSitesEqualsTheFormulasWithInverses) {
  const Eigen::Index n = 12;
  const Matrix K = covariance(n, 3.0);
  const BruteForce expected = brute_force(mean(n), K, sites(n));
  const DensePosterior q = DensePrior(mean(n), K).condition(sites(n));
  EXPECT_EQ(q.jitter, 0.0);
  EXPECT_LT((q.m - expected.m).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((q.v - expected.S.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((K * q.alpha - (expected.m - mean(n))).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(q.kl, expected.kl, 1e-11);
  EXPECT_NEAR(q.log_evidence, expected.log_evidence, 1e-11);
}

TEST(DensePrior, WithoutPrecisionTheTiltMovesTheMeanAndNothingElse) {
  const Eigen::Index n = 7;
  const Matrix K = covariance(n, 2.0);
  Sites s = sites(n);
  std::fill(s.precision.begin(), s.precision.end(), 0.0);
  const DensePosterior q = DensePrior(mean(n), K).condition(s);
  const Vector tilt = Eigen::Map<const Vector>(s.tilt.data(), n);
  EXPECT_LT((q.m - mean(n) - K * tilt).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((q.v - K.diagonal()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_NEAR(q.kl, 0.5 * tilt.dot(K * tilt), 1e-13);
}

// A site of precision 1e300 is an observation without noise.
TEST(DensePrior, TakesASinglePrecisionOf1e300) {
  const Eigen::Index n = 9;
  const Matrix K = covariance(n, 4.0);
  Sites s = sites(n);
  s.precision[4] = 1e300;
  const DensePosterior q = DensePrior(mean(n), K).condition(s);
  EXPECT_NEAR(q.m[4], s.centre[4], 1e-13);
  EXPECT_GE(q.v[4], 0.0);
  EXPECT_LT(q.v[4], 1e-13);
  EXPECT_TRUE(q.m.allFinite() && q.v.allFinite() && std::isfinite(q.kl));
  // The rest is as with a precision that only rounds away.
  s.precision[4] = 1e14;
  const DensePosterior near = DensePrior(mean(n), K).condition(s);
  EXPECT_LT((q.m - near.m).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(DensePrior, ReportsTheJitterThatExactObservationsOfOneValueNeed) {
  const Eigen::Index n = 40;
  const Matrix K = Matrix::Constant(n, n, 0.3);  // one value seen forty times
  Sites s;
  s.resize(static_cast<std::size_t>(n));
  std::fill(s.precision.begin(), s.precision.end(), 1e300);
  std::fill(s.centre.begin(), s.centre.end(), 0.5);
  const DensePosterior q = DensePrior(Vector::Zero(n), K).condition(s);
  EXPECT_GT(q.jitter, 0.0);
  EXPECT_LT(q.jitter, 1e-12);
  EXPECT_LT((q.m.array() - 0.5).abs().maxCoeff(), 1e-6);
}

// One value seen eight times has a posterior in closed form: the precisions add up. K is singular,
// and A is, but for 1/(lambda k).
TEST(DensePrior, KeepsItsDigitsForOneValueSeenOftenAndSharply) {
  const double k = 0.3;
  const double y = 0.7;
  const Eigen::Index n = 8;
  const DensePrior prior(Vector::Zero(n), Matrix::Constant(n, n, k));
  for (const double strength : {1e6, 1e8, 1e10, 1e12}) {
    Sites s;
    s.resize(static_cast<std::size_t>(n));
    double sum = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      s.precision[i] = strength / k * (1.0 + 0.1 * static_cast<double>(i));
      s.centre[i] = y;
      sum += s.precision[i];
    }
    const DensePosterior q = prior.condition(s);
    const double v = 1.0 / (1.0 / k + sum);
    const double m = y * sum * v;
    const double rounding = 2e-16 * strength;  // of k, to a variance of 1/lambda
    EXPECT_LT((q.v / v - Vector::Ones(n)).cwiseAbs().maxCoeff(), rounding) << strength;
    EXPECT_LT((q.m.array() - m).abs().maxCoeff(), 1e-15);
    EXPECT_NEAR(q.kl, 0.5 * (std::log1p(sum * k) - sum * v + m * m / k), 1e-8);
    EXPECT_NEAR(q.log_evidence, -0.5 * std::log1p(sum * k) - 0.5 * y * y * sum / (1.0 + sum * k),
                rounding);
  }
}

// The same numbers by both ways, where neither loses any.
TEST(DensePrior, ConditionsOnSharpSitesAsOnOthers) {
  const Eigen::Index n = 12;
  const Matrix K = covariance(n, 3.0);
  const DensePrior prior(mean(n), K);
  const DensePosterior q = prior.condition(sites(n));
  DensePosterior other = q;
  condition_on_sharp(prior, sites(n), prior.scaled(sites(n)), other);
  EXPECT_LT((other.m - q.m).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((other.v - q.v).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_NEAR(other.kl, q.kl, 1e-12);
  EXPECT_NEAR(other.log_evidence, q.log_evidence, 1e-12);
}

TEST(DensePrior, SmallPrecisionsKeepTheirVariancesToTheLastDigits) {
  const Eigen::Index n = 10;
  const Matrix K = covariance(n, 3.0);
  Sites s = sites(n);
  for (std::size_t i = 0; i < s.size(); ++i) s.precision[i] = i == 0 ? 2.0 : 1e-13;
  const DensePosterior q = DensePrior(mean(n), K).condition(s);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double expected = K(i, i) - K(i, 0) * K(i, 0) / (0.5 + K(0, 0));
    EXPECT_NEAR(q.v[i], expected, 1e-12) << i;
  }
}

// A count of 1e8 has a tilt of half that and a precision of some 1e6; its mean is a logarithm. With
// one latent value everything is known: m = (k (tilt + lambda c)) / (1 + lambda k).
TEST(DensePrior, KeepsTheDigitsOfTiltsAsLargeAsCounts) {
  const double k = 1.7;
  const double lambda = 2.5e6;
  const double tilt = 5e7;
  const double centre = 0.3;
  Sites s;
  s.resize(1);
  s.precision = {lambda};
  s.tilt = {tilt};
  s.centre = {centre};
  const DensePosterior q = DensePrior(Vector::Zero(1), Matrix::Constant(1, 1, k)).condition(s);
  const double m = k * (tilt + lambda * centre) / (1.0 + lambda * k);
  EXPECT_NEAR(q.m[0], m, 1e-14 * m);
  EXPECT_NEAR(q.alpha[0], m / k, 1e-13 * m);
  const double evidence = -0.5 * std::log1p(lambda * k) - tilt * centre -
                          0.5 * lambda * centre * centre +
                          0.5 * k * std::pow(tilt + lambda * centre, 2) / (1.0 + lambda * k);
  EXPECT_NEAR(q.log_evidence, evidence, 1e-14 * evidence);
}

// Factors that grow with the distance from their centre, as long as the prior holds them. (K.12)
TEST(DensePrior, TakesInNegativePrecisionsExactly) {
  const Eigen::Index n = 12;
  const Matrix K = covariance(n, 3.0);
  Sites s = sites(n);
  for (const std::size_t i : {1, 5, 6, 10}) s.precision[i] = -0.05 * s.precision[i] - 0.05;
  const BruteForce expected = brute_force(mean(n), K, s);
  ASSERT_GT(test::least_eigenvalue_of(expected.S), 0.0);
  const DensePosterior q = DensePrior(mean(n), K).condition(s);
  EXPECT_EQ(q.lift.cols(), 4);
  EXPECT_LT((q.m - expected.m).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((q.v - expected.S.diagonal()).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((K * q.alpha - (expected.m - mean(n))).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_NEAR(q.kl, expected.kl, 1e-10);
  EXPECT_NEAR(q.log_evidence, expected.log_evidence, 1e-10);
}

// The border of what makes a posterior: one latent value, 1/k + lambda = 0.
TEST(DensePrior, RefusesPrecisionsThatMakeNoPosterior) {
  const DensePrior prior(Vector::Zero(1), Matrix::Constant(1, 1, 0.8));
  Sites s = sites(1);
  s.precision[0] = -1.25 * (1.0 - 1e-10);
  EXPECT_NEAR(prior.condition(s).v[0], 0.8e10, 1e5);
  s.precision[0] = -1.25 * (1.0 + 1e-10);
  EXPECT_THROW(prior.condition(s), NumericalError);
}

TEST(DensePrior, RefusesWhatIsNoSite) {
  const DensePrior prior(mean(3), covariance(3, 1.0));
  Sites s = sites(3);
  s.precision[1] = -0.1;
  EXPECT_THROW(prior.scaled(s), InvalidInput);
  s.precision[1] = -std::numeric_limits<double>::infinity();
  EXPECT_THROW(prior.condition(s), InvalidInput);
  s.precision[1] = std::nan("");
  EXPECT_THROW(prior.condition(s), InvalidInput);
  EXPECT_THROW(prior.condition(sites(4)), InvalidInput);
  EXPECT_THROW(DensePrior(mean(4), covariance(3, 1.0)), InvalidInput);
}

// Means and covariances of 40000 draws, 4 + 10 numbers for each of three persistences, each within
// 5 standard errors: false alarm below 3e-5 for each engine.
void expect_the_conditional_law(const LatentSampler& sampler, const Sites& s,
                                const BruteForce& expected) {
  const Eigen::Index n = expected.m.size();
  for (const double persistence : {0.0, -0.3, 0.5}) {
    Stream stream({.seed = 11, .purpose = Purpose::test, .chain = 1, .index = 0});
    Vector f = expected.m;
    Vector conditional_mean;
    const int draws = 40000;
    const int thin =
        persistence == 0.0 ? 1 : 8;  // then draws are independent for practical purposes
    Vector sum = Vector::Zero(n);
    Matrix squares = Matrix::Zero(n, n);
    for (int k = 0; k < draws * thin; ++k) {
      sampler.draw(s, persistence, stream, f, &conditional_mean);
      if (k % thin != 0) continue;
      sum += f - expected.m;
      squares += (f - expected.m) * (f - expected.m).transpose();
    }
    EXPECT_LT((conditional_mean - expected.m).cwiseAbs().maxCoeff(), 1e-8);
    const double count = draws;
    for (Eigen::Index i = 0; i < n; ++i) {
      EXPECT_LT(std::abs(sum[i]) / count, 5.0 * std::sqrt(expected.S(i, i) / count)) << i;
      for (Eigen::Index j = 0; j <= i; ++j) {
        const double variance =
            expected.S(i, i) * expected.S(j, j) + expected.S(i, j) * expected.S(i, j);
        EXPECT_LT(std::abs(squares(i, j) / count - expected.S(i, j)),
                  5.0 * std::sqrt(variance / count))
            << i << "," << j << " persistence " << persistence;
      }
    }
  }
}

TEST(LatentSamplers, DrawTheConditionalLawForEveryPersistenceStatistical) {
  const Eigen::Index n = 4;
  const Matrix K = covariance(n, 2.0);
  Sites s = sites(n);
  s.precision[0] = 1e8;  // much sharper than the prior
  const BruteForce expected = brute_force(mean(n), K, s);
  const DensePrior prior(mean(n), K);
  expect_the_conditional_law(DirectSampler(prior), s, expected);
  const double white = 0.1;
  Matrix W = test::lower_factor_of(K - white * Matrix::Identity(n, n));
  const Vector explained = W.rowwise().squaredNorm();
  const LowRankPrior low{mean(n), W, Vector::Constant(n, white), explained};
  expect_the_conditional_law(LowRankSampler(low), s, expected);
}

}  // namespace
}  // namespace phigp
