#include "phigp/inference/sparse/sparse_posterior.h"

#include <cmath>
#include <utility>

#include "phigp/linalg/blas.h"
#include "phigp/linalg/cholesky.h"
#include "phigp/linalg/congruence.h"

namespace phigp {

namespace {

// Of |a|^2: at least a thousand times what rounding does to a^T (I - S) a.
constexpr double kLeftOver = 1e-9;
constexpr double kLeftOverInSingle = 1e-3;

}  // namespace

NaturalParameters NaturalParameters::of_prior(Eigen::Index size) {
  return {Matrix::Identity(size, size), Vector::Zero(size)};
}

void NaturalParameters::scale_data(double times) {
  P *= times;
  P.diagonal().array() += 1.0 - times;
  b *= times;
}

void NaturalParameters::move_towards(const NaturalParameters& other, double step) {
  P += step * (other.P - P);
  b += step * (other.b - b);
}

SparsePosterior::SparsePosterior(NaturalParameters natural) : natural_(std::move(natural)) {
  factorise();
}

void SparsePosterior::set(const NaturalParameters& natural) {
  natural_ = natural;
  factorise();
}

void SparsePosterior::factorise() {
  factor_.resize(natural_.P.rows(), natural_.P.cols());
  jitter_ = cholesky_into(
      factor_, [&](Matrix& L) { L = natural_.P; }, "precision of the inducing values");
  log_det_ = 2.0 * factor_.diagonal().array().log().sum();
  mean_ = natural_.b;
  solve_lower(factor_, mean_);
  solve_lower_transposed(factor_, mean_);
  inverse_factor_.setIdentity(size(), size());
  solve_lower_for_triangle(factor_, inverse_factor_);
  double trace = 0.0;
  for (Eigen::Index j = 0; j < size(); ++j)
    trace += inverse_factor_.col(j).tail(size() - j).squaredNorm();
  kl_ = 0.5 * (trace + mean_.squaredNorm() - static_cast<double>(size()) + log_det_);
}

void SparsePosterior::covariance(Matrix& S) const {
  S = inverse_factor_;
  multiply_by_own_transpose(S);
  mirror_lower(S);
}

void SparsePosterior::marginals(Matrix& A, const Vector& d, const Vector& prior_mean, Vector& m,
                                Vector& v, Precision precision) const {
  m = prior_mean;
  m.noalias() += A.transpose() * mean_;
  solve_lower(factor_, A, precision);
  v = d + A.colwise().squaredNorm().transpose();
}

double SparsePosterior::spread(const Eigen::Ref<const Vector>& a, double taken,
                               Precision precision) const {
  const double square = a.squaredNorm();
  const double left = square - taken;
  if (left > (precision == Precision::full ? kLeftOver : kLeftOverInSingle) * square) return left;
  return (inverse_factor_.triangularView<Eigen::Lower>() * a).squaredNorm();
}

}  // namespace phigp
