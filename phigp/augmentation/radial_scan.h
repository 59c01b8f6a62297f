// What the values of phi on the real half-line show: where phi can be evaluated, phi(0+), whether
// it falls, whether it levels off, and the range of r in which all of its mass can be seen. Every
// later test asks this scan where to look, so that no test depends on the unit of r. math.md (P.2)
#pragma once

#include <array>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

struct RadialScan {
  double at_zero = 1.0;      // phi(0+), extrapolated; r = 0 itself is never evaluated
  double at_infinity = 0.0;  // the constant phi levels off to: mass at omega = 0; else 0
  double trusted_low = 0.0;  // phi can be evaluated between these two
  double trusted_high = 0.0;
  double low = 0.0;          // 1 - phi is 1e-5 here: no mass to speak of above omega = 1/low
  double high = 0.0;         // phi is within 1e-6 of its end: nor below omega = 1/high
  double high_inside = 0.0;  // as high, for phi e^{r x}, where x is the start of the support
  std::array<double, 3> landmarks{};  // phi has fallen 10, 50 and 90 % of its way
  bool constant = false;              // phi = 1: omega = 0 always
  std::string failure;                // why phi is refuted already; empty when it is not

  // Values of r from low to high, evenly in log r with the given ratio; where that takes more than
  // `most` points, `most` of them, spent half evenly in log r and half evenly in phi.
  std::vector<double> points(double ratio, int most) const;

  std::vector<double> grid_log_r;  // the curve behind points(): share of the way at each log r
  std::vector<double> grid_share;
};

// Negative mass that every test forgives as rounding: of shares of the mass 1e-3 count.
inline constexpr double kForgiven = 1e-11;

RadialScan scan_real_line(const Radial& radial, const Row& row);

// Error of log phi at r from rounding inside the formula (1 - exp(-r) loses digits near 0): what
// remains of a third difference over a hair.
double evaluation_noise(const Radial& radial, const Row& row, double r);

// Four digits, for messages.
std::string short_text(double value);

}  // namespace phigp
