#include "phigp/inference/sparse/inducing_basis.h"

#include <algorithm>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

InducingBasis::InducingBasis(KernelPtr kernel, Points Z, Precision precision)
    : kernel_(std::move(kernel)), Z_(std::move(Z)), precision_(precision) {
  require(Z_.rows() > 0, "inducing inputs", "0", "must be at least 1");
  L_.resize(size(), size());
  bool empty = false;
  const auto fill = [&](Matrix& K) {
    kernel_->cross(Z_, Z_, K);
    const double largest = K.diagonal().maxCoeff(&largest_);
    // A kernel that is nothing but white noise leaves u empty: any factor will do.
    empty = !(largest > 0.0) && K.allFinite();
    if (empty) {
      K.setIdentity();
    } else {
      K.diagonal().array() += kLeastJitter * largest;
    }
  };
  jitter_ += cholesky_into(L_, fill, "covariance of the inducing inputs");
}

void InducingBasis::project(const Points& X, Matrix& A, Vector& d) const {
  Vector k;
  project(X, A, d, k);
}

void InducingBasis::project(const Points& X, Matrix& A, Vector& d, Vector& k) const {
  kernel_->cross(Z_, X, A);
  project_known(X, A, d, k);
}

void InducingBasis::project(const Points& X, Matrix& A, Vector& d, Vector& k,
                            std::unique_ptr<KernelTape>& tape, Matrix* K) const {
  kernel_->taped_cross(Z_, X, A, tape);
  if (K != nullptr) *K = A;
  project_known(X, A, d, k);
}

void InducingBasis::project_known(const Points& X, Matrix& A, Vector& d, Vector& k) const {
  solve_lower(L_, A, precision_);
  kernel_->diagonal(X, k);
  d.resize(k.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::max(k[i] - A.col(i).squaredNorm(), 0.0);
}

void InducingBasis::contract_covariance(const Matrix& G, std::span<double> out) const {
  kernel_->contract_cross(Z_, Z_, G, out);
  const Points largest = Z_.row(largest_);
  kernel_->contract_cross(largest, largest, Matrix::Constant(1, 1, jitter_ * G.trace()), out);
}

void InducingBasis::contract_inputs(const Matrix& G, Points& out) const {
  kernel_->contract_inputs(Z_, Z_, G + G.transpose(), out);
  const Points largest = Z_.row(largest_);
  Points of_largest = Points::Zero(1, Z_.cols());
  kernel_->contract_inputs(largest, largest, Matrix::Constant(1, 1, 2.0 * jitter_ * G.trace()),
                           of_largest);
  out.row(largest_) += of_largest;
}

}  // namespace phigp
