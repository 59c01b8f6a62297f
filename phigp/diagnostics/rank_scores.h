// What is done to draws before R-hat and the effective size are computed from them: split each
// chain in two, replace draws by normal scores of their ranks, fold about the median; and the
// quantile of a sample.
#pragma once

#include <span>

#include "phigp/base/matrix.h"

namespace phigp {

// The quantile that interpolates linearly between order statistics (number 7 of Hyndman and Fan,
// the default of R, NumPy and ArviZ). `sorted` increases and is not empty; 0 <= level <= 1.
double sorted_quantile(std::span<const double> sorted, double level);

namespace detail {

// The first and the last floor(n/2) draws of each chain, as chains of their own; of an odd number
// the middle one is left out. n x chains -> n/2 x 2 chains
Matrix split(const Matrix& draws);

// Normal scores of the ranks among all draws, ties sharing their mean rank. math.md (D.3)
Matrix rank_normalise(const Matrix& draws);

// Distance of each draw from the median of all. math.md (D.5)
Matrix fold(const Matrix& draws);

// All draws in increasing order.
Vector sorted(const Matrix& draws);

}  // namespace detail

}  // namespace phigp
