// The sparse model's law of f given sites, from the functions that draws are made of, against the
// dense engine on the sparse model's own covariance. math.md (Z.9)
#include "phigp/inference/sparse/sparse_gibbs.h"

#include <gtest/gtest.h>

#include "phigp/inference/dense_prior.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

Sites some_sites(std::size_t n, double sharpest) {
  Sites sites;
  sites.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    sites.precision[i] = i % 5 == 0 ? 0.0 : 2.0 + std::sin(x);
    sites.centre[i] = std::cos(0.4 * x);
    sites.tilt[i] = 0.3 * std::sin(2.0 * x);
  }
  sites.precision[7] = sharpest;
  return sites;
}

TEST(SparseGibbs, DrawsFromTheSparseModelsConditionalLaw) {
  TrainingSet data = test::small_data(Domain::real, 40);
  data.offset = Vector::LinSpaced(40, -0.5, 0.7);
  const Points Z = data.X(Eigen::seq(0, 39, 6), Eigen::all);
  for (const char* kernel : {"1.3*rbf(ard, lengthscale=[0.8,2])", "0.9*matern32 + 0.2*white"}) {
    const Hyperparameters at = test::small_model("student-t", kernel);
    const LowRankPrior prior = inducing_prior(InducingBasis(at.kernel, Z), at, data, Threads(2));
    Matrix K = prior.W * prior.W.transpose();
    K.diagonal() += prior.d;
    Vector variances;
    at.kernel->diagonal(data.X, variances);
    EXPECT_LT((K.diagonal() - variances).cwiseAbs().maxCoeff(), 1e-12);
    const DensePrior dense(prior_mean(at, data), K);
    for (const double sharpest : {3.0, 1e9, 1e290}) {
      const Sites sites = some_sites(40, sharpest);
      const DensePosterior q = dense.condition(sites);
      const LowRankPosterior low(prior, sites);
      EXPECT_LT((low.mean() - q.m).cwiseAbs().maxCoeff(), 1e-8) << kernel << sharpest;
      Vector variance = Vector::Zero(40);
      for (Eigen::Index k = 0; k < low.normals(); ++k)
        variance += low.deviation(Vector::Unit(low.normals(), k)).cwiseAbs2();
      EXPECT_LT((variance - q.v).cwiseAbs().maxCoeff(), 1e-8) << kernel << sharpest;
    }
  }
}

}  // namespace
}  // namespace phigp
