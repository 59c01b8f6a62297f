#include "phigp/kernels/stationary.h"

#include <algorithm>
#include <utility>

#include "phigp/kernels/distance_products.h"
#include "phigp/kernels/distances.h"

namespace phigp::detail {

Stationary::Stationary(UnitSettings settings)
    : UnitKernel(std::move(settings)), inverse_(inverse_lengthscales(this->settings())) {}

Inputs Stationary::inputs(const Points& X, Eigen::Index first, Eigen::Index count) const {
  Inputs kept = UnitKernel::inputs(X, first, count);
  for (Eigen::Index k = 0; k < inverse_.size() && count > 0; ++k) {
    const double largest = kept.columns.col(k).cwiseAbs().maxCoeff();
    // Half, because differences are at most twice as large as inputs. By division, because the
    // product could overflow to what it should be compared with.
    kept.extreme = kept.extreme || !(largest < 0.5 * kLargestDifference / inverse_(k)) ||
                   !(largest < 0.5 * kLargestDifference);
  }
  return kept;
}

void Stationary::prepare_products(const Eigen::RowVectorXd& origin, Inputs& kept) const {
  detail::prepare_products(origin, settings(), inverse_, kept);
}

void Stationary::values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const {
  if (!are_for_products(A, B) || !squared_distances_by_products(A, B, inverse_, state))
    squared_distances(A, B, inverse_, state);
  profile(state, k);
}

void Stationary::contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state,
                          Tile& W, std::span<double> out) const {
  if (settings().kind->has_alpha) out.back() += contract_shape(state, k, W);
  multiply_slope(state, k, W);
  // dk / d log l_k = -2 k'(s) (x_k - z_k)^2 / l_k^2; with one lengthscale the sum over k. (G.4)
  if (!settings().ard) {
    out[0] += (W.flat() * state.flat()).sum();
    return;
  }
  const std::span<double> lengthscales = out.first(static_cast<std::size_t>(inverse_.size()));
  if (!are_for_products(A, B) ||
      !contract_squares_by_products(A, B, inverse_, state, W, lengthscales))
    contract_squares(A, B, inverse_, W, lengthscales);
}

// dk / dz_k = -2 k'(s) (x_k - z_k) / l_k^2. (G.4)
void Stationary::contract_inputs(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state,
                                 Tile& W, Matrix& out) const {
  multiply_slope(state, k, W);
  const Eigen::Map<const Matrix> weights = std::as_const(W).matrix();
  for (Eigen::Index c = 0; c < inverse_.size(); ++c) {
    for (Eigen::Index j = 0; j < weights.cols(); ++j) {
      const auto scaled = ((A.columns.col(c).array() - B.columns(j, c)) * inverse_(c))
                              .max(-kLargestDifference)
                              .min(kLargestDifference);
      out(j, c) += inverse_(c) * (weights.col(j).array() * scaled).sum();
    }
  }
}

double Stationary::contract_shape(const Tile& /*s*/, const Tile& /*k*/, const Tile& /*W*/) const {
  return 0.0;
}

}  // namespace phigp::detail
