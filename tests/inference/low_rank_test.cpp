// f given sites in r dimensions against the direct engine with all n. math.md (K.11)
#include <gtest/gtest.h>

#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/latent_engine.h"
#include "phigp/inference/low_rank_prior.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/linalg/pivoted_cholesky.h"

namespace phigp {
namespace {

TrainingSet some_data(Eigen::Index n) {
  TrainingSet data;
  data.X.resize(n, 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    data.X.row(i) << std::sin(0.9 * x), std::cos(1.7 * x + 0.3);
    data.rows.push_back({0.0});
  }
  data.offset = Vector::LinSpaced(n, -0.5, 0.7);
  return data;
}

Hyperparameters some_model(const std::string& kernel) {
  return {parse_kernel(kernel, 2), MeanFunction(MeanFunction::Kind::constant, 2, {0.4}),
          make_likelihood("gaussian")};
}

Sites some_sites(Eigen::Index n) {
  Sites s;
  s.resize(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto x = static_cast<double>(i);
    s.precision[i] = i % 5 == 0 ? 0.0 : 2.0 + std::sin(x);
    s.centre[i] = std::cos(0.4 * x);
    s.tilt[i] = 0.3 * std::sin(2.0 * x);
  }
  return s;
}

// Largest differences of mean and covariance, in all from the functions that draws are made of.
void expect_the_direct_law(const std::string& kernel, const Sites& sites, double most) {
  const TrainingSet data = some_data(static_cast<Eigen::Index>(sites.size()));
  const Hyperparameters model = some_model(kernel);
  const Eigen::Index n = data.size();
  const auto prior = low_rank_prior(model, data, n / 2);
  ASSERT_TRUE(prior);
  EXPECT_LT(prior->rank(), n / 2);
  const LowRankPosterior low(*prior, sites);
  const DensePrior dense = dense_prior(model, data);
  const DensePosterior q = dense.condition(sites);
  EXPECT_LT((low.mean() - q.m).cwiseAbs().maxCoeff(), most);
  // S = K - (F T K)^T (F T K)
  const Matrix K = dense.covariance().selfadjointView<Eigen::Lower>();
  const Matrix F = q.inverse_factor.triangularView<Eigen::Lower>();
  const Matrix V = F * (q.t.asDiagonal() * K);
  const Matrix S = K - V.transpose() * V;
  Matrix columns(n, low.normals());
  for (Eigen::Index k = 0; k < low.normals(); ++k)
    columns.col(k) = low.deviation(Vector::Unit(low.normals(), k));
  EXPECT_LT((columns * columns.transpose() - S).cwiseAbs().maxCoeff(), most);
}

TEST(LowRank, HasTheLawOfTheDirectEngine) {
  expect_the_direct_law("1.7*rbf(lengthscale=2.5)", some_sites(150), 1e-8);
}

TEST(LowRank, KeepsWhiteNoiseApart) {
  expect_the_direct_law("1.7*rbf(lengthscale=2.5) + 0.3*white", some_sites(150), 1e-8);
}

TEST(LowRank, TakesSharpSitesExactly) {
  Sites sites = some_sites(150);
  sites.precision[3] = 1e9;
  sites.precision[77] = 1e40;
  sites.precision[120] = 1e300;
  expect_the_direct_law("1.7*rbf(lengthscale=2.5)", sites, 1e-8);
  expect_the_direct_law("1.7*rbf(lengthscale=2.5) + 0.3*white", sites, 1e-8);
}

// Rank 24 or so of 150 rows; what low rank leaves out counts where there is next to no noise.
TEST(LatentEngine, IsLowRankWhereTheKernelIsSmoothAndTheDataHaveNoise) {
  const TrainingSet data = some_data(150);
  const auto chosen = [&](const std::string& kernel, double precision) {
    const Hyperparameters model = some_model(kernel);
    const DensePrior prior = dense_prior(model, data);
    Sites sites = some_sites(data.size());
    sites.precision[7] = precision;
    return make_latent_sampler(model, data, prior, sites, prior.condition(sites))->description();
  };
  EXPECT_TRUE(chosen("1.7*rbf(lengthscale=4)", 3.0).starts_with("in the "));
  EXPECT_TRUE(chosen("1.7*rbf(lengthscale=4)", 1e6).starts_with("conjugate gradients"));
  EXPECT_TRUE(chosen("1.7*matern12(lengthscale=4)", 3.0).starts_with("conjugate gradients"));
}

TEST(LowRank, SaysSoWhenTheRankIsHigh) {
  EXPECT_FALSE(low_rank_prior(some_model("matern12(lengthscale=0.1)"), some_data(60), 30));
  EXPECT_TRUE(low_rank_prior(some_model("linear"), some_data(60), 3));
}

TEST(PivotedCholesky, LeavesTheResidualItReports) {
  const Eigen::Index n = 40;
  Matrix K;
  parse_kernel("1.3*rbf(lengthscale=1.9)", 2)->gram(some_data(n).X, K);
  const auto column = [&](Eigen::Index j, Vector& a) { a = K.col(j); };
  for (const Eigen::Index rank : {1, 5, 20, 40, 100}) {
    const LowRankFactor factor = pivoted_cholesky(K.diagonal(), column, 1e-10, rank);
    EXPECT_LE(factor.W.cols(), std::min(rank, n));
    const double left = (K - factor.W * factor.W.transpose()).cwiseAbs().maxCoeff();
    EXPECT_NEAR(left, factor.residual, 1e-14) << rank;
  }
  const LowRankFactor whole = pivoted_cholesky(K.diagonal(), column, 1e-10, n);
  EXPECT_LE(whole.residual, 1.3e-10);
  EXPECT_LT(whole.W.cols(), n);
}

}  // namespace
}  // namespace phigp
