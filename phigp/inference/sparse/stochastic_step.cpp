#include "phigp/inference/sparse/stochastic_step.h"

#include <algorithm>
#include <utility>

#include "phigp/base/row_source.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/site_slope.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/congruence.h"

namespace phigp {

namespace {

// Rows at a time: what is computed of them stays in the cache.
constexpr Eigen::Index kRows = 256;

// The derivative of the bound in k(Z, Z), u's law held, is the symmetric part of L^-T X L^-1,
// X = (S + mu mu^T - I - T)/2 + T S - g mu^T. `slope` comes with that of T S. (Z.10)
void covariance_slope(const InducingBasis& basis, const Vector& mu, const Matrix& S,
                      const Matrix& T, const Vector& g, Matrix& slope) {
  slope += 0.5 * (S - T);
  slope.diagonal().array() -= 0.5;
  slope.selfadjointView<Eigen::Lower>().rankUpdate(mu, 0.5 * mu - g, 0.5);
  solve_both_sides(basis.factor(), slope);
  mirror_lower(slope);
}

// What the rows of a batch sum up, chunk by chunk.
class BatchSums {
 public:
  BatchSums(const InducingBasis& basis, const Hyperparameters& at, const SparsePosterior& q,
            const FreeParameters& free, StepGradient wanted, bool many, BatchMemory& memory)
      : basis_(basis),
        at_(at),
        q_(q),
        free_(free),
        wanted_(wanted),
        in_kernel_(wanted == StepGradient::and_inputs ||
                   (wanted == StepGradient::hyperparameters && free.learns_kernel())),
        many_(in_kernel_ && many),
        memory_(memory),
        g_(Vector::Zero(basis.size())),
        alpha_(q.mean()),
        kernel_(in_kernel_ ? at.kernel->parameters().size() : 0),
        mean_(free.learns_mean() ? at.mean.coefficients().size() : 0),
        likelihood_(free.likelihood_indices().size()) {
    if (in_inputs()) inputs_ = Points::Zero(basis.size(), basis.inputs().cols());
    memory.sums.clear(basis.size());
    q.covariance(memory.S);
    solve_lower_transposed(basis.factor(), alpha_);
    if (in_kernel_) memory.slope.setZero(basis.size(), basis.size());
    if (many_) {
      memory.G = -memory.S;
      memory.G.diagonal().array() += 1.0;
      solve_lower_transposed(basis.factor(), memory.G);
    }
  }

  void add(const TrainingSet& rows, double counts_for) {
    const Likelihood& likelihood = *at_.likelihood;
    std::vector<double> weights = rows.weights;
    if (weights.empty()) weights.assign(rows.rows.size(), 1.0);
    for (double& weight : weights) weight *= counts_for;
    const Observations observed(likelihood, rows.rows, std::move(weights));
    Matrix& A = memory_.A;
    Matrix& U = memory_.U;
    basis_.project(rows.X, A, d_, k_, memory_.tape, many_ ? &memory_.K : nullptr);
    multiply(many_ ? memory_.G : memory_.S, A, U);
    const Vector mean = prior_mean(at_, rows);
    Vector m = mean;
    m.noalias() += A.transpose() * q_.mean();
    Vector v(d_.size());
    for (Eigen::Index i = 0; i < d_.size(); ++i) {
      v[i] = d_[i] + (many_ ? q_.spread(A.col(i), memory_.K.col(i).dot(U.col(i)))
                            : std::max(A.col(i).dot(U.col(i)), 0.0));
    }
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
    if (in_kernel_) {
      if (many_) {
        mirror_lower(memory_.sums.P);
        add_symmetric_product(0.5, memory_.sums.P, memory_.S, memory_.slope);
      }
      covariance_slope(basis_, q_.mean(), memory_.S, memory_.sums.P, g_, memory_.slope);
    }
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
    if (in_kernel_) {
      const Matrix& A = memory_.A;
      g_.noalias() += A * r;
      if (!many_) {
        // T S = sum lambda a (S a)^T, and what is left is lambda (I - S) a.
        Matrix& scaled = memory_.of_sums.scaled;
        for (Eigen::Index i = 0; i < d_.size(); ++i) {
          U.col(i) *= lambda[i];
          scaled.col(i) = lambda[i] * A.col(i) - U.col(i);
        }
        add_symmetric_product(0.5, A, U, memory_.slope);
        U.swap(scaled);
        solve_lower_transposed(basis_.factor(), U);
        U.noalias() += alpha_ * r.transpose();
      } else {
        for (Eigen::Index i = 0; i < d_.size(); ++i)
          U.col(i) = lambda[i] * U.col(i) + r[i] * alpha_;
      }
    }
    if (in_kernel_) {
      at_.kernel->contract_taped(*memory_.tape, U, kernel_, in_inputs() ? &inputs_ : nullptr);
      at_.kernel->contract_diagonal(rows.X, -0.5 * lambda, kernel_);
    }
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
  bool in_kernel_;  // whether any of the gradient passes through the kernel
  bool many_;       // rows: one product with L^-T (I - S) is then less than products with each
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
  BatchSums sums(basis, at, q, free, wanted, batch.size() > basis.size(), memory);
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
  Matrix transposed = Matrix::Zero(from.size(), from.size());  // of X: a lower triangle
  transposed.triangularView<Eigen::Lower>() = to.factor();
  solve_lower_for_triangle(from.factor(), transposed);
  q.P.diagonal().array() -= 1.0;
  multiply_both_sides(transposed, q.P);
  q.P.diagonal().array() += 1.0;
  multiply_lower_transposed(transposed, q.b);
}

}  // namespace phigp
