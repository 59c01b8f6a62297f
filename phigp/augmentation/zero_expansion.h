// log phi near r = 0, as a series in the square root: log phi(r) = sum_j b[j] t^j, t = sqrt(r /
// scale). Derivatives in r come from it term by term: r^k (log phi)^(k) = sum_j b[j]
// (j/2)(j/2-1)...(j/2-k+1) t^j, in which the terms that cancel in ordinary differentiation are
// absent. math.md (M.3)
#pragma once

#include <span>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

// T is double, or Dual for the derivative in a parameter (the scale stays a constant).
template <class T>
struct ZeroExpansion {
  std::vector<T> b;  // empty: phi has no such expansion (powers of r other than halves)
  double scale = 1.0;
  double cut = -1.0;       // exact to rounding, to order 8, for r <= cut
  double mean_cut = -1.0;  // above it plain differentiation is as exact for log phi and the mean

  bool exists() const { return !b.empty(); }
  T log_phi(double r) const;
  T mean(double r) const;                      // may be infinite at r = 0
  double cumulant(int order, double r) const;  // likewise
  double kl(double r) const;
  ZeroExpansion times(double factor) const;
};

// At the row given. `parameter` counts as in Radial.
ZeroExpansion<double> expand_at_zero(const Radial& radial, const Row& row);
ZeroExpansion<Dual> expand_at_zero(const Radial& radial, const Row& row, std::size_t parameter,
                                   const ZeroExpansion<double>& plain);

// A scale of r that belongs to phi: where phi has fallen to e^{-1}, or as far as it falls. Positive
// and finite.
double natural_scale(const Radial& radial, const Row& row);

}  // namespace phigp
