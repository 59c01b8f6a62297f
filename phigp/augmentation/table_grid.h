// The points of a table over a normal score z and t = log c^2, and interpolation between coarser
// points of one direction. math.md (S.1)
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace phigp {

struct TableGrid {
  double z_step = 0.16;
  double t_step = 0.3;
  double z_most = 6.4;    // |z| beyond it is drawn as z_most: probability 1.6e-10
  double least_c2 = 0.0;  // below it the law is taken to be that at least_c2
  double most_c2 = 0.0;
  // A point is not inverted where interpolation of coarser points errs by less than this in the
  // cdf.
  double agreement = 5e-8;

  std::size_t z_count() const {
    return static_cast<std::size_t>(std::lround(2.0 * z_most / z_step)) + 1;
  }
  double z_at(std::size_t j) const { return static_cast<double>(j) * z_step - z_most; }
};

// Lagrange's interpolation to point k of 0 ... size - 1 from the `order` (at most 8) nearest
// multiples of a stride, or all there are: the points first, first + stride, ...
struct Stencil {
  std::size_t first = 0;
  std::size_t count = 0;
  std::array<double, 8> weight{};
};

Stencil stencil_at(std::size_t k, std::size_t stride, std::size_t size, std::size_t order);

}  // namespace phigp
