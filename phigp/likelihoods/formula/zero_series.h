// Formulas that cancel near r = 0, such as 2 (r - 1 + exp(-r))/r^2: there the formula is replaced
// by its own expansion in sqrt(r), computed once from series that vanish together. Needed only
// where plain evaluation is wrong; the finer question of relative accuracy of cumulants is the
// augmentation's. math.md (F.5)
#pragma once

#include <array>
#include <cstddef>

#include "phigp/likelihoods/formula/formula.h"

namespace phigp {

inline constexpr std::size_t kZeroTerms = 24;  // of even and of odd powers of sqrt(r)

// log f(r) = sum even[j] r^j + sqrt(r) sum odd[j] r^j.
template <class P>
struct ZeroCoefficients {
  std::array<P, kZeroTerms> even{};
  std::array<P, kZeroTerms> odd{};
  bool has_odd = false;

  template <class T>
  T operator()(const T& r) const {
    T e(even[kZeroTerms - 1]);
    for (std::size_t j = kZeroTerms - 1; j-- > 0;) e = e * r + even[j];
    if (!has_odd) return e;
    T o(odd[kZeroTerms - 1]);
    for (std::size_t j = kZeroTerms - 1; j-- > 0;) o = o * r + odd[j];
    return e + sqrt(r) * o;
  }
};

struct ZeroSeries {
  ZeroCoefficients<double> coefficients;
  double cut = 0.0;  // used for |r| < cut; 0: plain evaluation is right everywhere
};
ZeroSeries find_zero_series(const Formula& formula);

// The same expansion with the derivative in parameter k.
ZeroCoefficients<Dual> zero_coefficients(const Formula& formula, std::size_t k, bool has_odd);

}  // namespace phigp
