#include "phigp/kernels/periodic.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "phigp/kernels/elementwise.h"

namespace phigp::detail {

namespace {

constexpr double kLargest = 1e300;

// (x_ik - z_jk) / period, all i, kept finite.
Segment turns(const Inputs& A, const Inputs& B, Eigen::Index j, Eigen::Index k, double period) {
  return ((A.columns.col(k).array() - B.columns(j, k)) / period).max(-kLargest).min(kLargest);
}

// sin(2 pi r), |r| <= 1/2: by sin(pi - x) = sin(x) in the outer half. (G.9)
Segment sin_two_pi(const Segment& r) {
  const Segment u = 2.0 * r.abs();
  return r.sign() * sin_pi(u.min(1.0 - u));
}

}  // namespace

Periodic::Periodic(UnitSettings settings)
    : UnitKernel(std::move(settings)),
      steepness_(std::min(2.0 * std::pow(this->settings().lengthscales.front(), -2.0), kLargest)) {}

void Periodic::values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const {
  Eigen::Map<Matrix> out = state.matrix();
  out.setZero();
  for (Eigen::Index j = 0; j < out.cols(); ++j) {
    for (Eigen::Index c = 0; c < A.columns.cols(); ++c) {
      out.col(j).array() += sin_pi(fraction_of_turn(turns(A, B, j, c, settings().period))).square();
    }
  }
  exp_minus(steepness_, state, k);
}

void Periodic::contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                        std::span<double> out, Matrix* moved) const {
  W.flat() *= steepness_ * k.flat();
  out[0] += 2.0 * (W.flat() * state.flat()).sum();
  // d sin^2(pi t) = pi sin(2 pi t) dt, and dt / d log period = -t. (G.9)
  const double per_turn = std::numbers::pi / settings().period;
  const Eigen::Map<const Matrix> weights = std::as_const(W).matrix();
  for (Eigen::Index j = 0; j < weights.cols(); ++j) {
    for (Eigen::Index c = 0; c < A.columns.cols(); ++c) {
      const Segment t = turns(A, B, j, c, settings().period);
      const Segment slope = weights.col(j).array() * sin_two_pi(fraction_of_turn(t));
      out[1] += std::numbers::pi * (t * slope).sum();
      if (moved != nullptr) moved->col(c).array() -= per_turn * slope;
    }
  }
}

UnitKernelPtr make_periodic(UnitSettings settings) {
  return std::make_shared<Periodic>(std::move(settings));
}

}  // namespace phigp::detail
