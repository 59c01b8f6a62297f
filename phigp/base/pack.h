// A vector of numbers that fills one of the registers that code is compiled for
// (base/wide_registers.h). A language extension of GCC and Clang: arithmetic on it is arithmetic on
// its numbers. It stands in memory wherever a number may, and is passed by reference only: how it
// travels in registers depends on the processor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace phigp {

// For everything that work for wide registers calls: only what is inlined into it is compiled for
// each kind.
#define PHIGP_ALWAYS_INLINE __attribute__((always_inline))

// What code is compiled for. On narrower ones the compiler takes several.
template <int Bytes>
struct Registers;

template <>
struct Registers<32> {
  using Pack = double __attribute__((vector_size(32), may_alias, aligned(8)));
  using Bits = std::int64_t __attribute__((vector_size(32), may_alias, aligned(8)));
  using FloatPack = float __attribute__((vector_size(32), may_alias, aligned(4)));
  static constexpr std::ptrdiff_t kSize = 4;  // numbers in a Pack
};

template <>
struct Registers<64> {
  using Pack = double __attribute__((vector_size(64), may_alias, aligned(8)));
  using Bits = std::int64_t __attribute__((vector_size(64), may_alias, aligned(8)));
  using FloatPack = float __attribute__((vector_size(64), may_alias, aligned(4)));
  static constexpr std::ptrdiff_t kSize = 8;
};

template <class R>
PHIGP_ALWAYS_INLINE inline const typename R::Pack& pack_at(const double* from) {
  return *reinterpret_cast<const typename R::Pack*>(from);
}
template <class R>
PHIGP_ALWAYS_INLINE inline typename R::Pack& pack_at(double* from) {
  return *reinterpret_cast<typename R::Pack*>(from);
}
template <class R>
PHIGP_ALWAYS_INLINE inline typename R::FloatPack& pack_at(float* from) {
  return *reinterpret_cast<typename R::FloatPack*>(from);
}

}  // namespace phigp
