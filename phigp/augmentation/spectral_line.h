// Values of phi up a vertical line r = a + ib. math.md (P.5)
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

// psi[k] = phi(a + i k step) / phi(a), step = 2 pi / period.
struct SpectralLine {
  double a = 0.0;
  double period = 0.0;
  std::vector<Complex> psi;
  double largest_log = 0.0;      // largest |log phi| met, for the rounding error
  std::optional<double> broken;  // the b at which phi could not be evaluated
};
SpectralLine spectral_line(const Radial& radial, const Row& row, double a, double period,
                           std::size_t count);

}  // namespace phigp
