// phi is completely monotone if and only if every derivative has its sign, (-1)^k phi^(k) >= 0. In
// the scale-free form b_k = (-r)^k phi^(k)(r) / (k! phi(r)) these are the probabilities of a mixed
// Poisson law, up to the factor 1/phi(r). They come from one Taylor expansion of log phi. math.md
// (P.3)
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/radial_scan.h"

namespace phigp {

// phi(r (1 - t)) / phi(r) = sum_k b[k] t^k.
struct ExpansionAt {
  double r = 0.0;
  double log_phi = 0.0;
  int orders = 0;  // b[0..orders] are finite
  std::vector<double> b;
  std::vector<double> rounding;  // bound of the rounding error of each b[k]
  double mean = 0.0;             // mean and variance of the tilted law, times r and r^2
  double variance = 0.0;
};
ExpansionAt expand_at(const Radial& radial, const Row& row, double r);
std::vector<ExpansionAt> expand_over(const Radial& radial, const Row& row, const RadialScan& scan);

// Whether `excess` is positive at r in earnest: a rounding error that no bound foresaw jumps about
// when r moves by a hair; a true excess does not.
bool confirmed_around(const Radial& radial, const Row& row, double r,
                      const std::function<double(const ExpansionAt&)>& excess);

// The reason why phi is refuted, or nothing.
std::optional<std::string> wrong_derivative_sign(const Radial& radial, const Row& row,
                                                 const RadialScan& scan,
                                                 const std::vector<ExpansionAt>& expansions);

}  // namespace phigp
