// Gaussian approximations against what is known: exact where the likelihood is Gaussian; the
// original bound's maximum for Adam; integrals by quadrature for one row; and the order that theory
// demands.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "phigp/base/error.h"
#include "phigp/baselines/annealed_evidence.h"
#include "phigp/baselines/approximation.h"
#include "phigp/baselines/tilted_moments.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/refinement.h"
#include "phigp/likelihoods/density.h"
#include "tests/inference/small_problem.h"
#include "tests/support/matrix_reference.h"
#include "tests/support/posterior_reference.h"

namespace phigp::test {
namespace {

using Method = std::function<Approximation(const DensePrior&, const Likelihood&,
                                           const Observations&, const ApproximationOptions&)>;
struct Named {
  const char* name;
  Method run;
  double tolerance;  // Adam comes near; the others arrive
  int iterations;
};
const std::vector<Named>& methods() {
  static const std::vector<Named> all = {
      {"laplace", laplace_approximation, 1e-9, 100},
      {"ep", expectation_propagation, 1e-8, 100},
      {"adam", adam_inference, 2e-4, 3000},
      {"vi",
       [](const DensePrior& prior, const Likelihood& likelihood, const Observations& observed,
          const ApproximationOptions&) {
         const RefinementResult r = refine(prior, likelihood, observed, empty_sites(observed));
         return Approximation{r.q.m, r.q.v, r.elbo, r.iterations, r.stop};
       },
       1e-9, 100}};
  return all;
}

TEST(Approximations, AreExactForAGaussianLikelihood) {
  const Hyperparameters model = small_model("gaussian");
  const TrainingSet data = small_data(Domain::real, 6);
  const DensePrior prior = dense_prior(model, data);
  const Observations observed(*model.likelihood, data.rows);
  const double noise = std::pow(model.likelihood->parameter("sigma"), 2);
  Vector y(6);
  for (Eigen::Index i = 0; i < 6; ++i) y[i] = data.rows[static_cast<std::size_t>(i)].y;
  const Matrix C = prior.covariance() + noise * Matrix::Identity(6, 6);
  const Vector m = prior.mean() + prior.covariance() * inverse_of(C) * (y - prior.mean());
  const Vector v =
      (prior.covariance() - prior.covariance() * inverse_of(C) * prior.covariance()).diagonal();
  const Vector d = y - prior.mean();
  const double evidence = -0.5 * (d.dot(inverse_of(C) * d) + std::log(determinant_of(C)) +
                                  6.0 * std::log(2.0 * std::acos(-1.0)));
  for (const Named& method : methods()) {
    ApproximationOptions options;
    options.max_iterations = method.iterations;
    const Approximation found = method.run(prior, *model.likelihood, observed, options);
    EXPECT_LT((found.m - m).cwiseAbs().maxCoeff(), method.tolerance) << method.name;
    EXPECT_LT((found.v - v).cwiseAbs().maxCoeff(), method.tolerance) << method.name;
    EXPECT_NEAR(found.log_evidence, evidence, 10.0 * method.tolerance) << method.name;
  }
}

// With one row the tilted law is the posterior, and EP stops where it has its moments.
TEST(ExpectationPropagation, OfOneRowIsThePosteriorsOwnMomentsAndEvidence) {
  const DensePrior prior(Vector::Constant(1, 0.3), Matrix::Constant(1, 1, 1.6));
  for (const char* name : {"laplace", "student-t", "matern32", "logistic"}) {
    const LikelihoodPtr likelihood = odd_likelihood(name);
    const Row row{likelihood->domain() == Domain::label ? -1.0 : 1.9};
    const Observations observed(*likelihood, {row});
    // The trapezoidal rule on a fine grid: 1e-9 at a kink, exact to rounding elsewhere.
    double sums[3] = {};
    const double h = 1e-4;
    for (double f = -14.0; f < 14.0; f += h) {
      const double p =
          h * std::exp(log_density(*likelihood, row, f) - 0.5 * (f - 0.3) * (f - 0.3) / 1.6) /
          std::sqrt(2.0 * std::acos(-1.0) * 1.6);
      sums[0] += p;
      sums[1] += p * f;
      sums[2] += p * f * f;
    }
    const double mean = sums[1] / sums[0];
    const double variance = sums[2] / sums[0] - mean * mean;
    const TiltedMoments tilted = tilted_moments(*likelihood, observed, 0, 0.3, 1.6);
    EXPECT_NEAR(tilted.log_mass, std::log(sums[0]), 1e-8) << name;
    EXPECT_NEAR(tilted.mean, mean, 1e-8) << name;
    EXPECT_NEAR(tilted.variance, variance, 1e-8) << name;
    const Approximation found = expectation_propagation(prior, *likelihood, observed);
    EXPECT_EQ(found.stop, Stop::converged) << name;
    EXPECT_NEAR(found.m[0], mean, 1e-7) << name;
    EXPECT_NEAR(found.v[0], variance, 1e-7) << name;
    EXPECT_NEAR(found.log_evidence, std::log(sums[0]), 1e-7) << name;
    // Variational inference has other moments: this test would not pass it.
    const RefinementResult vi = refine(prior, *likelihood, observed, empty_sites(observed));
    EXPECT_GT(std::abs(vi.q.v[0] - variance), 1e-3) << name;
    EXPECT_LT(vi.elbo, found.log_evidence - 1e-4) << name;
  }
}

// Mass, mean and variance of p(y|f) N(f; m, v), by the trapezoidal rule.
std::array<double, 3> grid_moments(const Likelihood& likelihood, const Row& row, double m,
                                   double v) {
  std::array<double, 3> sums{};
  const double h = 2e-3 * std::sqrt(v);
  for (double d = -12.0 * std::sqrt(v); d < 12.0 * std::sqrt(v); d += h) {
    const double p = h * std::exp(log_density(likelihood, row, m + d) - 0.5 * d * d / v) /
                     std::sqrt(2.0 * std::acos(-1.0) * v);
    sums[0] += p;
    sums[1] += p * d;
    sums[2] += p * d * d;
  }
  const double mean = sums[1] / sums[0];
  return {sums[0], m + mean, sums[2] / sums[0] - mean * mean};
}

// One row after the other, as in the textbook: shifts and precisions of two sites, the inverse of a
// 2 x 2 matrix, moments from a grid. Nothing of it is shared with what it checks.
TEST(ExpectationPropagation, OfTwoRowsIsTheFixedPointOfMatchingMomentsByHand) {
  const Vector mu = Vector::Constant(2, 0.3);
  const Matrix K = (Matrix(2, 2) << 1.6, 1.1, 1.1, 1.3).finished();
  for (const char* name : {"laplace", "student-t", "logistic"}) {
    const LikelihoodPtr likelihood = odd_likelihood(name);
    const bool labels = likelihood->domain() == Domain::label;
    const std::vector<Row> rows{{labels ? -1.0 : 1.9}, {labels ? 1.0 : -0.7}};
    Vector precision = Vector::Zero(2);
    Vector shift = Vector::Zero(2);
    Matrix S = K;
    Vector m = mu;
    for (int sweep = 0; sweep < 15; ++sweep) {
      for (Eigen::Index i = 0; i < 2; ++i) {
        const double cavity_v = 1.0 / (1.0 / S(i, i) - precision[i]);
        const double cavity_m = cavity_v * (m[i] / S(i, i) - shift[i]);
        const auto tilted =
            grid_moments(*likelihood, rows[static_cast<std::size_t>(i)], cavity_m, cavity_v);
        precision[i] = 1.0 / tilted[2] - 1.0 / cavity_v;
        shift[i] = tilted[1] / tilted[2] - cavity_m / cavity_v;
        S = inverse_of(inverse_of(K) + Matrix(precision.asDiagonal()));
        m = S * (inverse_of(K) * mu + shift);
      }
    }
    const DensePrior prior(mu, K);
    const Observations observed(*likelihood, rows);
    const Approximation found = expectation_propagation(prior, *likelihood, observed);
    EXPECT_EQ(found.stop, Stop::converged) << name;
    EXPECT_LT((found.m - m).cwiseAbs().maxCoeff(), 1e-5) << name;
    EXPECT_LT((found.v - S.diagonal()).cwiseAbs().maxCoeff(), 1e-5) << name;
    const RefinementResult vi = refine(prior, *likelihood, observed, empty_sites(observed));
    EXPECT_GT((vi.q.v - S.diagonal()).cwiseAbs().maxCoeff(), 1e-3) << name;
  }
}

// The site of the middle row holds q together: without it there is no law, nothing to match, and no
// answer, although the other rows come to rest.
TEST(ExpectationPropagation, HasNotConvergedWhileARowHasNoCavity) {
  Matrix K(3, 3);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j)
      K(i, j) = 4.0 * std::exp(-0.5 * std::pow(static_cast<double>(i - j) / 1.5, 2));
  }
  const LikelihoodPtr likelihood = make_likelihood("student-t", {{"nu", 1.0}, {"sigma", 0.1}});
  const Observations observed(*likelihood, std::vector<Row>{{5.0}, {0.0}, {-5.0}});
  const Approximation found =
      expectation_propagation(DensePrior(Vector::Zero(3), K), *likelihood, observed);
  EXPECT_EQ(found.stop, Stop::iteration_limit);
  EXPECT_TRUE(std::isnan(found.log_evidence));
}

// Far closer than variational inference: its means are within a few per cent of a standard
// deviation.
TEST(ExpectationPropagation, IsCloseToThePosteriorOfThreeRows) {
  for (const std::string& name : reference_names()) {
    const PosteriorReference reference = posterior_reference(name);
    const Observations observed(*reference.likelihood, reference.rows);
    const Approximation found =
        expectation_propagation(three_point_prior(), *reference.likelihood, observed);
    const Vector sd = reference.covariance.diagonal().cwiseSqrt();
    EXPECT_EQ(found.stop, Stop::converged) << name;
    EXPECT_LT((found.m - reference.mean).cwiseQuotient(sd).cwiseAbs().maxCoeff(), 0.1) << name;
    EXPECT_LT((found.v.cwiseSqrt().cwiseQuotient(sd).array() - 1.0).abs().maxCoeff(), 0.1) << name;
  }
}

TEST(AdamInference, ComesToTheMaximumThatNaturalGradientsFind) {
  for (const char* name : {"student-t", "logistic", "laplace"}) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain(), 8);
    const DensePrior prior = dense_prior(model, data);
    const Observations observed(*model.likelihood, data.rows);
    const RefinementResult best = refine(prior, *model.likelihood, observed, empty_sites(observed));
    ApproximationOptions options;
    options.max_iterations = 2000;
    const Approximation found = adam_inference(prior, *model.likelihood, observed, options);
    EXPECT_LE(found.log_evidence, best.elbo + 1e-9) << name;
    EXPECT_NEAR(found.log_evidence, best.elbo, 1e-4) << name;
    EXPECT_LT((found.m - best.q.m).cwiseAbs().maxCoeff(), 1e-2) << name;
  }
}

// At the mode the slope of the log posterior vanishes, and q's covariance is its inverse curvature.
TEST(LaplaceApproximation, StandsAtTheModeWithItsCurvature) {
  for (const char* name : {"student-t", "cauchy", "matern32", "logistic", "negative-binomial"}) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain(), 8);
    const DensePrior prior = dense_prior(model, data);
    const Observations observed(*model.likelihood, data.rows);
    const Approximation found = laplace_approximation(prior, *model.likelihood, observed);
    EXPECT_EQ(found.stop, Stop::converged) << name;
    const Matrix inverse = inverse_of(prior.covariance());
    Vector slope(8);
    Matrix precision = inverse;
    double at_mode = 0.0;
    for (Eigen::Index i = 0; i < 8; ++i) {
      const DensityDerivatives d = log_density_derivatives(
          *model.likelihood, data.rows[static_cast<std::size_t>(i)], found.m[i]);
      slope[i] = d.first;
      precision(i, i) -= d.second;
      at_mode += d.value;
    }
    const Vector d = found.m - prior.mean();
    EXPECT_LT((inverse * d - slope).cwiseAbs().maxCoeff(), 1e-5) << name;
    EXPECT_LT((found.v - inverse_of(precision).diagonal()).cwiseAbs().maxCoeff(), 1e-7) << name;
    const double evidence = at_mode - 0.5 * d.dot(inverse * d) +
                            0.5 * std::log(determinant_of(inverse) / determinant_of(precision));
    EXPECT_NEAR(found.log_evidence, evidence, 1e-6) << name;
  }
}

TEST(LaplaceApproximation, RefusesAKink) {
  const Hyperparameters model = small_model("laplace");
  const TrainingSet data = small_data(Domain::real, 5);
  const Observations observed(*model.likelihood, data.rows);
  EXPECT_THROW(laplace_approximation(dense_prior(model, data), *model.likelihood, observed),
               InvalidInput);
}

// Exact for a Gaussian likelihood, where q is the posterior and all weights are equal; for others
// within 5 standard errors of a sum over a grid of two latent values (false alarm 1e-6 each).
TEST(AnnealedEvidence, IsTheEvidenceStatistical) {
  const DensePrior prior(Vector::Constant(2, 0.3), (Matrix(2, 2) << 1.6, 1.1, 1.1, 1.3).finished());
  const Matrix inverse = inverse_of(prior.covariance());
  for (const char* name : {"gaussian", "laplace", "student-t", "logistic"}) {
    const LikelihoodPtr likelihood = odd_likelihood(name);
    const bool labels = likelihood->domain() == Domain::label;
    const std::vector<Row> rows{{labels ? -1.0 : 1.9}, {labels ? 1.0 : -0.7}};
    const Observations observed(*likelihood, rows);
    double sum = 0.0;
    const double h = 0.02;
    std::vector<double> first;
    std::vector<double> second;
    for (double f = -8.0; f < 8.0; f += h) {
      first.push_back(log_density(*likelihood, rows[0], f));
      second.push_back(log_density(*likelihood, rows[1], f));
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      for (std::size_t j = 0; j < second.size(); ++j) {
        const Vector d =
            (Vector(2) << -8.3 + h * static_cast<double>(i), -8.3 + h * static_cast<double>(j))
                .finished();
        sum += std::exp(first[i] + second[j] - 0.5 * d.dot(inverse * d));
      }
    }
    const double expected =
        std::log(sum * h * h / (2.0 * std::acos(-1.0))) + 0.5 * std::log(determinant_of(inverse));
    const AscentResult ascent = coordinate_ascent(prior, *likelihood, observed);
    AnnealingOptions options;
    options.particles = 400;
    options.temperatures = 20;
    const AnnealedEvidence found = annealed_evidence(
        {prior, *likelihood, observed, ascent.sites, ascent.q}, options, Threads(1));
    EXPECT_NEAR(found.log_evidence, expected, 5.0 * found.standard_error + 2e-5) << name;
    EXPECT_LT(found.standard_error, 0.05) << name;
    EXPECT_GE(found.log_evidence, ascent.elbo - 5.0 * found.standard_error - 1e-9) << name;
  }
}

}  // namespace
}  // namespace phigp::test
