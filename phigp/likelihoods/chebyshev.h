// Interpolation through N values at Chebyshev points of the second kind on [-1, 1]; they include
// the ends, so that neighbouring panels meet.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace phigp {

template <std::size_t N>
const std::array<double, N>& chebyshev_points() {
  static const std::array<double, N> points = [] {
    std::array<double, N> x{};
    for (std::size_t k = 0; k < N; ++k)
      x[k] = -std::cos(std::numbers::pi * static_cast<double>(k) / static_cast<double>(N - 1));
    return x;
  }();
  return points;
}

// The barycentric formula: weights alternate in sign and are halved at the ends.
template <std::size_t N>
double chebyshev_interpolate(const std::array<double, N>& values, double x) {
  const std::array<double, N>& points = chebyshev_points<N>();
  double above = 0.0;
  double below = 0.0;
  for (std::size_t k = 0; k < N; ++k) {
    const double gap = x - points[k];
    if (gap == 0.0) return values[k];
    const bool end = k == 0 || k == N - 1;
    const double weight = (k % 2 == 0 ? 1.0 : -1.0) * (end ? 0.5 : 1.0) / gap;
    above += weight * values[k];
    below += weight;
  }
  return above / below;
}

}  // namespace phigp
