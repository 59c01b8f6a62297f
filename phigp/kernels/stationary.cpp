#include "phigp/kernels/stationary.h"

#include <algorithm>
#include <vector>

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
                          Tile& W, std::span<double> out, Matrix* moved) const {
  if (settings().kind->has_alpha) out.back() += contract_shape(state, k, W);
  multiply_slope(state, k, W);
  // dk / d log l_k = -2 k'(s) (x_k - z_k)^2 / l_k^2; with one lengthscale the sum over k. (G.4)
  if (!settings().ard) out[0] += (W.flat() * state.flat()).sum();
  if (!settings().ard && moved == nullptr) return;
  const auto dimensions = static_cast<std::size_t>(inverse_.size());
  std::vector<double> unused(settings().ard ? 0 : dimensions);
  const std::span<double> squares = settings().ard ? out.first(dimensions) : unused;
  if (!are_for_products(A, B) ||
      !contract_squares_by_products(A, B, inverse_, state, W, squares, moved))
    contract_squares(A, B, inverse_, W, squares, moved);
}

double Stationary::contract_shape(const Tile& /*s*/, const Tile& /*k*/, const Tile& /*W*/) const {
  return 0.0;
}

}  // namespace phigp::detail
