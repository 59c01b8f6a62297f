#include "phigp/inference/collapsed_bound.h"

#include <utility>

#include "phigp/inference/site_slope.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// G = (alpha alpha^T - R)/2, the derivative of the bound in K. (H.4)
Matrix covariance_slope(const DensePosterior& q) {
  Matrix G = q.inverse_factor;
  multiply_by_own_transpose(G);
  const Eigen::Index n = G.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index below = n - j;
    G.col(j).tail(below) = 0.5 * (q.alpha[j] * q.alpha.tail(below).array() -
                                  q.t[j] * q.t.tail(below).array() * G.col(j).tail(below).array());
  }
  mirror_lower(G);
  return G;
}

}  // namespace

DensePrior dense_prior(const Hyperparameters& at, const TrainingSet& data) {
  Matrix K;
  at.kernel->gram(data.X, K);
  return {prior_mean(at, data), std::move(K)};
}

CollapsedBound collapsed_bound(const TrainingSet& data, const Hyperparameters& at,
                               const FreeParameters& free, std::span<const double> c2,
                               bool with_gradient) {
  const Observations observed(*at.likelihood, data.rows, data.weights);
  CollapsedBound bound;
  mean_sites_at(*at.likelihood, observed, c2, bound.sites);
  bound.q = dense_prior(at, data).condition(bound.sites);
  bound.value = site_constants(*at.likelihood, observed, c2) + bound.q.log_evidence;
  if (!with_gradient) return bound;

  std::vector<double> kernel;
  std::vector<double> mean;
  std::vector<double> likelihood;
  if (free.learns_kernel()) {
    kernel.assign(at.kernel->parameters().size(), 0.0);
    at.kernel->contract_gram(data.X, covariance_slope(bound.q), kernel);
  }
  if (free.learns_mean()) {
    mean.assign(at.mean.coefficients().size(), 0.0);
    at.mean.contract(data.X, bound.q.alpha, mean);
  }
  for (const std::size_t k : free.likelihood_indices())
    likelihood.push_back(
        site_slope(*at.likelihood, observed, bound.sites, bound.q.m, bound.q.v, k));
  bound.gradient = free.chain(at, kernel, mean, likelihood);
  return bound;
}

std::vector<double> refreshed_c2(const Likelihood& likelihood, const TrainingSet& data,
                                 const DensePosterior& q) {
  const Observations observed(likelihood, data.rows, data.weights);
  std::vector<double> c2(observed.size());
  for (std::size_t i = 0; i < c2.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    c2[i] = observed.terms[i].h2(q.m[at], q.v[at]);
  }
  return c2;
}

}  // namespace phigp
