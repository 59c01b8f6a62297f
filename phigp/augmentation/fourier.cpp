#include "phigp/augmentation/fourier.h"

#include <array>
#include <cassert>
#include <numbers>
#include <utility>

namespace phigp {

namespace {

using Turns = std::array<Complex, kLargestTransform / 2>;

const Turns& turns() {
  static const Turns table = [] {
    Turns t;
    for (std::size_t k = 0; k < t.size(); ++k)
      t[k] = std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(k) / kLargestTransform);
    return t;
  }();
  return table;
}

}  // namespace

void fourier_transform(std::span<Complex> x) {
  const std::size_t n = x.size();
  assert((n & (n - 1)) == 0 && n <= kLargestTransform);
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bit reversal
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  const Turns& turn = turns();
  for (std::size_t half = 1; half < n; half *= 2) {
    const std::size_t stride = kLargestTransform / (2 * half);
    for (std::size_t start = 0; start < n; start += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const Complex even = x[start + k];
        const Complex& b = x[start + k + half];
        const Complex& w = turn[k * stride];
        const Complex odd{b.real() * w.real() - b.imag() * w.imag(),
                          b.real() * w.imag() + b.imag() * w.real()};
        x[start + k] = even + odd;
        x[start + k + half] = even - odd;
      }
    }
  }
}

}  // namespace phigp
