#include "phigp/baselines/whitened_target.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phigp {

namespace {

constexpr double kMostRadius = 1e280;  // of the argument of phi: its square root still squares

}  // namespace

WhitenedTarget::WhitenedTarget(const Coordinates& coordinates, const Likelihood& likelihood,
                               const Observations& observed)
    : coordinates_(coordinates),
      likelihood_(likelihood),
      observed_(observed),
      r_(observed.size()),
      log_phi_(observed.size()),
      omega_(observed.size()),
      slope_(coordinates.centre.size()) {}

double WhitenedTarget::log_density(const Vector& z) {
  return residual(coordinates_.to_rows(z), nullptr) - 0.5 * z.squaredNorm();
}

double WhitenedTarget::log_density(const Vector& z, Vector& gradient, Vector& u) {
  u = coordinates_.to_rows(z);
  const double value = residual(u, &slope_);
  gradient = coordinates_.back(slope_) - z;
  return value - 0.5 * z.squaredNorm();
}

double WhitenedTarget::residual(const Vector& u) { return residual(u, nullptr); }

double WhitenedTarget::residual(const Vector& u, Vector* slope) {
  ++evaluations_;
  const std::size_t n = observed_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    r_[i] = std::min(observed_.terms[i].h2(coordinates_.centre[at] + u[at], 0.0), kMostRadius);
    if (!std::isfinite(r_[i])) return -std::numeric_limits<double>::infinity();
  }
  const Rows rows(observed_.rows);
  if (slope == nullptr) {
    likelihood_.radial().log_phi(r_, rows, log_phi_);
  } else {
    likelihood_.moments().log_phi_and_mean(r_, rows, log_phi_, omega_);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const Terms<double>& terms = observed_.terms[i];
    const double weight = observed_.weight(i);
    const double distance = coordinates_.centre[at] + u[at] - terms.centre;
    const double log_phi = r_[i] == 0.0 ? 0.0 : log_phi_[i];
    const double alpha = coordinates_.alpha[at];
    const double lambda = coordinates_.lambda[at];
    sum += weight * (terms.log_peak + terms.g * distance + log_phi) -
           (alpha - 0.5 * lambda * u[at]) * u[at];
    if (slope == nullptr) continue;
    const double pull = distance == 0.0 ? 0.0 : 2.0 * terms.gamma * distance * omega_[i];
    (*slope)[at] = weight * (terms.g - pull) - alpha + lambda * u[at];
  }
  return std::isnan(sum) ? -std::numeric_limits<double>::infinity() : sum;
}

}  // namespace phigp
