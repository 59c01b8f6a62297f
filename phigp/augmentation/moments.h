// Everything about pi(omega | c^2) that log phi gives by differentiation alone. math.md (M.1)-(M.5)
//   cumulants  k_j = (-1)^j (log phi)^(j)(c^2),   mean = k_1,   KL[pi(.|c^2) || pi] = -c^2 mean -
//   log phi(c^2)
// Near r = 0 differentiation through sqrt(r) cancels; there the expansion at q = sqrt(r) = 0 takes
// over (zero_expansion.h). At c^2 = 0 a cumulant that is infinite is reported as infinity.
#pragma once

#include <span>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/zero_expansion.h"

namespace phigp {

class Moments {
 public:
  explicit Moments(RadialPtr radial);

  const Radial& radial() const { return *radial_; }

  double log_phi(double c2, const Row& row = {}) const;
  double mean(double c2, const Row& row = {}) const { return cumulant(1, c2, row); }
  double variance(double c2, const Row& row = {}) const { return cumulant(2, c2, row); }
  double cumulant(int order, double c2, const Row& row = {}) const;  // order 1..8
  double kl(double c2, const Row& row = {}) const;
  // E exp(-t omega) under pi(. | c2) = phi(c2 + t) / phi(c2), t >= 0.
  double laplace(double t, double c2, const Row& row = {}) const;

  // The hot path of variational inference, on arrays: log phi(c2) and the mean of omega.
  void log_phi_and_mean(std::span<const double> c2, const Rows& rows, std::span<double> log_phi,
                        std::span<double> mean) const;
  // d log phi / d theta_k and d mean / d theta_k at fixed c2.
  void parameter_slopes(std::span<const double> c2, const Rows& rows, std::size_t k,
                        std::span<double> log_phi_slope, std::span<double> mean_slope) const;

 private:
  ZeroExpansion<double> expansion(double c2, const Row& row) const;

  RadialPtr radial_;
  ZeroExpansion<double> zero_;  // of the row Row{}; other rows scale it by their power
};

}  // namespace phigp
