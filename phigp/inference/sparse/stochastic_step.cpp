#include "phigp/inference/sparse/stochastic_step.h"

#include <algorithm>
#include <utility>

#include "phigp/base/row_source.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/site_slope.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// Rows at a time: what is computed of them stays in the cache.
constexpr Eigen::Index kRows = 256;

// The derivative of the bound in k(Z, Z), u's law held: L^-T {(S + mu mu^T - I - T)/2 + T S - g
// mu^T} L^-1, transposed: only its symmetric part counts. (Z.10)
void covariance_slope(const InducingBasis& basis, const Vector& mu, const Matrix& S, Matrix& T,
                      const Vector& g, Matrix& slope) {
  mirror_lower(T);
  multiply(T, S, slope);
  slope += 0.5 * (S - T);
  slope.diagonal().array() -= 0.5;
  slope.noalias() += (0.5 * mu - g) * mu.transpose();
  solve_lower_transposed(basis.factor(), slope);
  slope.transposeInPlace();
  solve_lower_transposed(basis.factor(), slope);
}

// What the rows of a batch sum up, chunk by chunk.
class BatchSums {
 public:
  BatchSums(const InducingBasis& basis, const Hyperparameters& at, const SparsePosterior& q,
            const FreeParameters& free, StepGradient wanted, BatchMemory& memory)
      : basis_(basis),
        at_(at),
        q_(q),
        free_(free),
        wanted_(wanted),
        memory_(memory),
        g_(Vector::Zero(basis.size())),
        alpha_(q.mean()),
        kernel_(free.learns_kernel() ? at.kernel->parameters().size() : 0),
        mean_(free.learns_mean() ? at.mean.coefficients().size() : 0),
        likelihood_(free.likelihood_indices().size()) {
    if (in_inputs()) inputs_ = Points::Zero(basis.size(), basis.inputs().cols());
    memory.sums.clear(basis.size());
    q.covariance(memory.S);
    solve_lower_transposed(basis.factor(), alpha_);
  }

  void add(const TrainingSet& rows, double counts_for) {
    const Likelihood& likelihood = *at_.likelihood;
    std::vector<double> weights = rows.weights;
    if (weights.empty()) weights.assign(rows.rows.size(), 1.0);
    for (double& weight : weights) weight *= counts_for;
    const Observations observed(likelihood, rows.rows, std::move(weights));
    Matrix& A = memory_.A;
    Matrix& U = memory_.U;
    basis_.project(rows.X, A, d_, k_, memory_.tape);
    multiply(memory_.S, A, U);
    const Vector mean = prior_mean(at_, rows);
    Vector m = mean;
    m.noalias() += A.transpose() * q_.mean();
    Vector v(d_.size());
    for (Eigen::Index i = 0; i < d_.size(); ++i)
      v[i] = d_[i] + std::max(A.col(i).dot(U.col(i)), 0.0);
    Sites sites;
    mean_sites(likelihood, observed, span_of(m), span_of(v), sites);
    std::vector<double> terms(observed.size());
    bound_terms(likelihood, observed, span_of(m), span_of(v), terms);
    for (const double term : terms) bound_ += term;
    memory_.sums.add(A, d_, k_, mean, sites, memory_.of_sums);
    if (wanted_ != StepGradient::none) add_slopes(rows, observed, sites, m, v);
  }

  double bound() const { return bound_; }

  // Uses up the sums.
  Vector gradient() {
    if (free_.learns_kernel() || in_inputs())
      covariance_slope(basis_, q_.mean(), memory_.S, memory_.sums.P, g_, memory_.slope);
    if (free_.learns_kernel()) basis_.contract_covariance(memory_.slope, kernel_);
    if (in_inputs()) basis_.contract_inputs(memory_.slope, inputs_);
    Vector gradient = free_.chain(at_, kernel_, mean_, likelihood_);
    append_inputs(inputs_, gradient);
    return gradient;
  }

 private:
  bool in_inputs() const { return wanted_ == StepGradient::and_inputs; }

  void add_slopes(const TrainingSet& rows, const Observations& observed, const Sites& sites,
                  const Vector& m, const Vector& v) {
    const Vector& lambda = memory_.of_sums.lambda;
    Vector r(d_.size());  // derivative in the mean of f
    for (Eigen::Index i = 0; i < d_.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      r[i] = sites.tilt[at] + lambda[i] * (sites.centre[at] - m[i]);
    }
    Matrix& U = memory_.U;
    if (free_.learns_kernel() || in_inputs()) {
      U = memory_.A - U;
      g_.noalias() += memory_.A * r;
      solve_lower_transposed(basis_.factor(), U);
      for (Eigen::Index i = 0; i < d_.size(); ++i) U.col(i) = lambda[i] * U.col(i) + r[i] * alpha_;
    }
    if (free_.learns_kernel()) {
      at_.kernel->contract_taped(*memory_.tape, U, kernel_);
      at_.kernel->contract_diagonal(rows.X, -0.5 * lambda, kernel_);
    }
    if (in_inputs()) at_.kernel->contract_inputs(rows.X, basis_.inputs(), U.transpose(), inputs_);
    if (free_.learns_mean()) at_.mean.contract(rows.X, r, mean_);
    for (std::size_t p = 0; p < likelihood_.size(); ++p)
      likelihood_[p] +=
          site_slope(*at_.likelihood, observed, sites, m, v, free_.likelihood_indices()[p]);
  }

  const InducingBasis& basis_;
  const Hyperparameters& at_;
  const SparsePosterior& q_;
  const FreeParameters& free_;
  StepGradient wanted_;
  BatchMemory& memory_;
  Vector d_;
  Vector k_;
  Vector g_;      // sum r a
  Vector alpha_;  // L^-T mu
  double bound_ = 0.0;
  std::vector<double> kernel_;
  std::vector<double> mean_;
  std::vector<double> likelihood_;
  Points inputs_;
};

}  // namespace

BatchStep batch_step(const InducingBasis& basis, const Hyperparameters& at,
                     const TrainingSet& batch, double counts_for, const SparsePosterior& q,
                     const FreeParameters& free, StepGradient wanted, BatchMemory& memory) {
  BatchSums sums(basis, at, q, free, wanted, memory);
  const RowsInMemory rows(batch);
  for (Eigen::Index first = 0; first < batch.size(); first += kRows) {
    rows.read(first, std::min(kRows, batch.size() - first), memory.rows);
    sums.add(memory.rows, counts_for);
  }
  BatchStep step;
  step.bound = sums.bound() - q.kl();
  step.target = memory.sums.natural();
  if (wanted != StepGradient::none) step.gradient = sums.gradient();
  return step;
}

void carry(const InducingBasis& from, const InducingBasis& to, NaturalParameters& q) {
  // X = L_to^T L_from^-T; P - I <- X (P - I) X^T, b <- X b.
  const auto moved = [&](auto& columns) {
    solve_lower_transposed(from.factor(), columns);
    multiply_lower_transposed(to.factor(), columns);
  };
  Matrix& P = q.P;
  P.diagonal().array() -= 1.0;
  mirror_lower(P);
  moved(P);
  P.transposeInPlace();
  moved(P);
  P.diagonal().array() += 1.0;
  moved(q.b);
}

}  // namespace phigp
