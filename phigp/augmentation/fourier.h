// The discrete Fourier transform, as much of it as the tests of phi need.
#pragma once

#include <cstddef>
#include <span>

#include "phigp/base/scalar.h"

namespace phigp {

inline constexpr std::size_t kLargestTransform = 4096;

// x[j] <- sum_k x[k] exp(+2 pi i j k / n) in place; n = x.size() is a power of two up to
// kLargestTransform.
void fourier_transform(std::span<Complex> x);

}  // namespace phigp
