// Draws of f at new inputs against the closed-form predictive law. Statistical tests state their
// false-alarm rate in statistical.h.
#include "phigp/inference/latent_extension.h"

#include <gtest/gtest.h>

#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/prediction.h"
#include "phigp/linalg/blas.h"
#include "tests/inference/small_problem.h"
#include "tests/support/statistical.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

struct Problem {
  Problem()
      : model(small_model("gaussian", "1.3*rbf(ard, lengthscale=[0.8,2]) + 0.2*white")),
        data(small_data(Domain::real, 8)),
        prior(dense_prior(model, data)),
        factor(cholesky(prior.covariance(), "K")) {
    X.resize(4, 2);
    X << 0.1, 0.4, 1.9, -0.6, -3.0, 0.2, 0.15, 0.45;
  }
  Hyperparameters model;
  TrainingSet data;
  DensePrior prior;
  Cholesky factor;
  Points X;
};

// f from its posterior, f* given f: the law of f* must be the predictive one, sites of a Gaussian
// likelihood being fixed. Means, variances and covariances of 4 inputs, 14 comparisons.
TEST(LatentExtension, HasTheMomentsOfThePredictiveLawStatistical) {
  const Problem p;
  const Observations observed(*p.model.likelihood, p.data.rows);
  const Vector v = p.prior.covariance().diagonal();
  Sites sites;
  mean_sites(*p.model.likelihood, observed, {p.prior.mean().data(), 8}, {v.data(), 8}, sites);
  Vector mean;
  Matrix covariance;
  DensePredictor(p.model, p.data.X, p.prior.condition(sites)).joint(p.X, mean, covariance);

  const DirectSampler latent(p.prior);
  const LatentExtension extension(p.model, p.data, p.factor, p.X, {});
  const std::size_t n = 40000;
  std::vector<std::vector<double>> products(14, std::vector<double>(n));
  Stream stream({61, Purpose::test, 0, 0});
  Vector f = Vector::Zero(8);
  for (std::size_t i = 0; i < n; ++i) {
    latent.draw(sites, 0.0, stream, f, nullptr);
    const Vector d = extension.draw(f, stream) - mean;
    std::size_t at = 0;
    for (Eigen::Index a = 0; a < 4; ++a) {
      products[at++][i] = d[a];
      for (Eigen::Index b = 0; b <= a; ++b) products[at++][i] = d[a] * d[b];
    }
  }
  std::size_t at = 0;
  const auto same = [](double x) { return x; };
  for (Eigen::Index a = 0; a < 4; ++a) {
    test::expect_mean(products[at++], same, 0.0, "mean");
    for (Eigen::Index b = 0; b <= a; ++b)
      test::expect_mean(products[at++], same, covariance(a, b), "covariance");
  }
}

// Rows in chunks: the marginals are the same as those of all rows together.
TEST(LatentExtension, HasTheSameMarginalsInChunks) {
  const Problem p;
  Stream stream({62, Purpose::test, 0, 0});
  Vector f(8);
  for (double& x : f) x = stream.normal();
  const Vector offset = Vector::LinSpaced(4, 0.5, -0.2);
  const LatentExtension whole(p.model, p.data, p.factor, p.X, offset);
  const LatentExtension part(p.model, p.data, p.factor, p.X.middleRows(2, 1), offset.segment(2, 1));
  EXPECT_NEAR(whole.mean(f)[2], part.mean(f)[0], 1e-12);
  // Standard deviations, from draws with the same noise: the third row of a lower factor.
  const auto spread = [&](const LatentExtension& at, Eigen::Index row) {
    double sum = 0.0;
    Stream noise({63, Purpose::test, 0, 0});
    for (int i = 0; i < 20000; ++i) {
      const double d = at.draw(f, noise)[row] - at.mean(f)[row];
      sum += d * d;
    }
    return sum / 20000;
  };
  // Each is a chi-squared mean with relative error 1 %: 6 standard errors of the difference.
  EXPECT_NEAR(spread(whole, 2) / spread(part, 0), 1.0, 0.085);
}

// At an input that was seen, without white noise, f* is f.
TEST(LatentExtension, RepeatsTheTrainingValuesAtTheirInputs) {
  const Hyperparameters model = small_model("gaussian");
  const TrainingSet data = small_data(Domain::real, 8);
  const DensePrior prior = dense_prior(model, data);
  const Cholesky factor = cholesky(prior.covariance(), "K");
  Stream stream({64, Purpose::test, 0, 0});
  Vector f(8);
  for (double& x : f) x = stream.normal();
  multiply_lower(factor.L, f);
  f += prior.mean();
  const LatentExtension extension(model, data, factor, data.X, {});
  EXPECT_LT((extension.draw(f, stream) - f).cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace
}  // namespace phigp
