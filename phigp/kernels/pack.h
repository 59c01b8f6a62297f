// One vector register of doubles, as wide as the one that tiles are aligned to. A language
// extension of GCC and Clang: arithmetic on it is arithmetic on its numbers.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

namespace phigp::detail {

inline constexpr int kPackBytes = std::max<int>(16, EIGEN_MAX_ALIGN_BYTES);
inline constexpr Eigen::Index kPackSize = kPackBytes / static_cast<int>(sizeof(double));

using Pack = double __attribute__((vector_size(kPackBytes), may_alias));
using PackBits = std::int64_t __attribute__((vector_size(kPackBytes), may_alias));
// In memory, wherever a double may stand.
using LoosePack = double __attribute__((vector_size(kPackBytes), may_alias, aligned(8)));

}  // namespace phigp::detail
