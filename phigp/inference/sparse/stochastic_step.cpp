#include "phigp/inference/sparse/stochastic_step.h"

#include <algorithm>
#include <utility>

#include "phigp/base/span_of.h"
#include "phigp/inference/site_slope.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// The derivative of the bound in k(Z, Z), u's law held: L^-T {(S + mu mu^T - I - T)/2 + T S - g
// mu^T} L^-1, its symmetric part. (Z.10)
Matrix covariance_slope(const InducingBasis& basis, const SparsePosterior& q, const Matrix& S,
                        Matrix T, const Vector& g) {
  mirror_lower(T);
  Matrix inner;
  multiply(T, S, inner);
  inner += 0.5 * (S - T);
  inner.diagonal().array() -= 0.5;
  inner.noalias() += (0.5 * q.mean() - g) * q.mean().transpose();
  solve_lower_transposed(basis.factor(), inner);
  inner.transposeInPlace();
  solve_lower_transposed(basis.factor(), inner);
  return 0.5 * (inner + inner.transpose());
}

}  // namespace

BatchStep batch_step(const InducingBasis& basis, const Hyperparameters& at,
                     const TrainingSet& batch, double counts_for, const SparsePosterior& q,
                     const FreeParameters& free, bool with_gradient) {
  const Likelihood& likelihood = *at.likelihood;
  std::vector<double> weights = batch.weights;
  if (weights.empty()) weights.assign(batch.rows.size(), 1.0);
  for (double& weight : weights) weight *= counts_for;
  const Observations observed(likelihood, batch.rows, std::move(weights));
  Matrix A;
  Vector d;
  basis.project(batch.X, A, d);
  const Matrix S = q.covariance();
  Matrix U;  // (I - S) A
  multiply(S, A, U);
  U = A - U;
  const Vector mean = prior_mean(at, batch);
  const Vector m = mean + A.transpose() * q.mean();
  Vector v(d.size());
  for (Eigen::Index i = 0; i < d.size(); ++i)
    v[i] = d[i] + std::max(A.col(i).dot(A.col(i) - U.col(i)), 0.0);
  Sites sites;
  mean_sites(likelihood, observed, span_of(m), span_of(v), sites);
  BatchStep step;
  std::vector<double> terms(observed.size());
  bound_terms(likelihood, observed, span_of(m), span_of(v), terms);
  step.bound = -q.kl();
  for (const double term : terms) step.bound += term;
  SiteSums sums(basis.size());
  Matrix scratch;
  sums.add(A, d, mean, sites, scratch);
  step.target = sums.natural();
  if (!with_gradient) return step;

  Vector lambda(d.size());
  Vector r(d.size());  // derivative in the mean of f
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    lambda[i] = usable_precision(sites.precision[k], d[i] + A.col(i).squaredNorm());
    r[i] = sites.tilt[k] + lambda[i] * (sites.centre[k] - m[i]);
  }
  std::vector<double> kernel;
  std::vector<double> mean_slopes;
  std::vector<double> likelihood_slopes;
  if (free.learns_kernel()) {
    kernel.assign(at.kernel->parameters().size(), 0.0);
    const Vector g = A * r;
    basis.contract_covariance(covariance_slope(basis, q, S, sums.P, g), kernel);
    Vector alpha = q.mean();
    solve_lower_transposed(basis.factor(), alpha);
    solve_lower_transposed(basis.factor(), U);
    for (Eigen::Index i = 0; i < d.size(); ++i) U.col(i) = lambda[i] * U.col(i) + r[i] * alpha;
    at.kernel->contract_cross(basis.inputs(), batch.X, U, kernel);
    at.kernel->contract_diagonal(batch.X, -0.5 * lambda, kernel);
  }
  if (free.learns_mean()) {
    mean_slopes.assign(at.mean.coefficients().size(), 0.0);
    at.mean.contract(batch.X, r, mean_slopes);
  }
  for (const std::size_t k : free.likelihood_indices())
    likelihood_slopes.push_back(site_slope(likelihood, observed, sites, m, v, k));
  step.gradient = free.chain(at, kernel, mean_slopes, likelihood_slopes);
  return step;
}

void carry(const InducingBasis& from, const InducingBasis& to, NaturalParameters& q) {
  // X = L_to^T L_from^-T; P - I <- X (P - I) X^T, b <- X b.
  const auto moved = [&](Matrix& columns) {
    solve_lower_transposed(from.factor(), columns);
    multiply_lower_transposed(to.factor(), columns);
  };
  Matrix data = q.P;
  data.diagonal().array() -= 1.0;
  mirror_lower(data);
  moved(data);
  data.transposeInPlace();
  moved(data);
  q.P = 0.5 * (data + data.transpose());
  q.P.diagonal().array() += 1.0;
  Matrix b = q.b;
  moved(b);
  q.b = b.col(0);
}

}  // namespace phigp
