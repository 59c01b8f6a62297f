#include "phigp/kernels/simple_kernels.h"

namespace phigp::detail {

Inputs Linear::inputs(const Points& X, Eigen::Index first, Eigen::Index count) const {
  constexpr double kLargest = 1e150;  // products stay numbers, so sums of both signs do too
  Inputs kept = UnitKernel::inputs(X, first, count);
  if (settings().ard) {
    const Eigen::ArrayXd inverse = inverse_lengthscales(settings());
    kept.columns.array().rowwise() *= inverse.transpose();
  }
  kept.columns = kept.columns.cwiseMin(kLargest).cwiseMax(-kLargest);
  return kept;
}

void Linear::values(const Inputs& A, const Inputs& B, Tile& k, Tile& /*state*/) const {
  k.matrix().noalias() = A.columns * B.columns.transpose();
}

void Linear::contract(const Inputs& A, const Inputs& B, const Tile& /*k*/, const Tile& /*state*/,
                      Tile& W, std::span<double> out, Matrix* moved) const {
  if (!settings().ard && moved == nullptr) return;
  Matrix P = W.matrix() * B.columns;  // the slope in a as it is kept
  // sum_ij W_ij (-2) a_ik b_jk. (G.10)
  for (Eigen::Index k = 0; settings().ard && k < P.cols(); ++k) {
    out[static_cast<std::size_t>(k)] -= 2.0 * P.col(k).dot(A.columns.col(k));
  }
  if (moved == nullptr) return;
  if (settings().ard) P.array().rowwise() *= inverse_lengthscales(settings()).transpose();
  *moved += P;
}

void Linear::diagonal(const Inputs& A, Eigen::Ref<Vector> k) const {
  k = A.columns.rowwise().squaredNorm();
}

void Linear::contract_diagonal(const Inputs& A, const Vector& w, std::span<double> out) const {
  if (!settings().ard) return;
  for (Eigen::Index k = 0; k < A.columns.cols(); ++k) {
    out[static_cast<std::size_t>(k)] -= 2.0 * (w.array() * A.columns.col(k).array().square()).sum();
  }
}

void Constant::values(const Inputs& /*A*/, const Inputs& /*B*/, Tile& k, Tile& /*state*/) const {
  k.matrix().setOnes();
}

void Constant::contract(const Inputs& /*A*/, const Inputs& /*B*/, const Tile& /*k*/,
                        const Tile& /*state*/, Tile& /*W*/, std::span<double> /*out*/,
                        Matrix* /*moved*/) const {}

void White::values(const Inputs& /*A*/, const Inputs& /*B*/, Tile& k, Tile& /*state*/) const {
  k.matrix().setZero();
}

void White::contract(const Inputs& /*A*/, const Inputs& /*B*/, const Tile& /*k*/,
                     const Tile& /*state*/, Tile& /*W*/, std::span<double> /*out*/,
                     Matrix* /*moved*/) const {}

UnitKernelPtr make_linear(UnitSettings settings) {
  return std::make_shared<Linear>(std::move(settings));
}
UnitKernelPtr make_constant(UnitSettings settings) {
  return std::make_shared<Constant>(std::move(settings));
}
UnitKernelPtr make_white(UnitSettings settings) {
  return std::make_shared<White>(std::move(settings));
}

}  // namespace phigp::detail
