// A vector of numbers that fills the widest register that code is compiled for
// (base/wide_registers.h); on narrower ones the compiler takes several. A language extension of GCC
// and Clang: arithmetic on it is arithmetic on its numbers. It stands in memory wherever a number
// may, and is passed by reference only: how it travels in registers depends on the processor.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

#include "phigp/base/wide_registers.h"

namespace phigp::detail {

inline constexpr int kPackBytes = std::max<int>(32, EIGEN_MAX_ALIGN_BYTES);
inline constexpr Eigen::Index kPackSize = kPackBytes / static_cast<int>(sizeof(double));

using Pack = double __attribute__((vector_size(kPackBytes), may_alias, aligned(8)));
using PackBits = std::int64_t __attribute__((vector_size(kPackBytes), may_alias, aligned(8)));
using FloatPack = float __attribute__((vector_size(kPackBytes), may_alias, aligned(4)));

PHIGP_ALWAYS_INLINE inline const Pack& pack_at(const double* from) {
  return *reinterpret_cast<const Pack*>(from);
}
PHIGP_ALWAYS_INLINE inline Pack& pack_at(double* from) { return *reinterpret_cast<Pack*>(from); }
PHIGP_ALWAYS_INLINE inline FloatPack& pack_at(float* from) {
  return *reinterpret_cast<FloatPack*>(from);
}

}  // namespace phigp::detail
