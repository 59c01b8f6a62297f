#include "phigp/inference/sparse/inducing_basis.h"

#include <algorithm>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

InducingBasis::InducingBasis(KernelPtr kernel, Points Z, double least_jitter)
    : kernel_(std::move(kernel)), Z_(std::move(Z)), jitter_(least_jitter) {
  require(Z_.rows() > 0, "inducing inputs", "0", "must be at least 1");
  Matrix K;
  kernel_->cross(Z_, Z_, K);
  // A kernel that is nothing but white noise leaves u empty: any factor will do.
  const double largest = K.diagonal().maxCoeff(&largest_);
  if (!(largest > 0.0)) {
    L_.setIdentity(size(), size());
    return;
  }
  K.diagonal().array() += least_jitter * largest;
  Cholesky factor = cholesky(K, "covariance of the inducing inputs");
  L_ = std::move(factor.L);
  jitter_ += factor.jitter;
}

void InducingBasis::project(const Points& X, Matrix& A, Vector& d) const {
  kernel_->cross(Z_, X, A);
  solve_lower(L_, A);
  kernel_->diagonal(X, d);
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::max(d[i] - A.col(i).squaredNorm(), 0.0);
}

void InducingBasis::contract_covariance(const Matrix& G, std::span<double> out) const {
  kernel_->contract_cross(Z_, Z_, G, out);
  const Points largest = Z_.row(largest_);
  kernel_->contract_cross(largest, largest, Matrix::Constant(1, 1, jitter_ * G.trace()), out);
}

}  // namespace phigp
