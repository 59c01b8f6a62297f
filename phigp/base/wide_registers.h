// Code that is compiled for the processor that every build must run on, for wide vector registers
// with fused multiplication, and for the widest there are, and the choice between these when it
// runs. PHIGP_NATIVE builds know the processor anyway.
#pragma once

#include <cstdlib>

#include "phigp/base/pack.h"

namespace phigp {

// PHIGP_REGISTER_BYTES in the environment, 16 or 32, leaves the wider ones alone: to test what
// other processors run.
inline bool may_use_registers_of(int bytes) {
  const char* const most = std::getenv("PHIGP_REGISTER_BYTES");
  return most == nullptr || std::atoi(most) >= bytes;
}

#if defined(__x86_64__)

inline bool has_wide_registers() {
  static const bool wide =
      may_use_registers_of(32) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return wide;
}
inline bool has_widest_registers() {
  static const bool widest =
      may_use_registers_of(64) && has_wide_registers() && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl");
  return widest;
}

template <class Work>
__attribute__((target("avx2,fma"))) void run_wide(const Work& work) {
  work(Registers<32>());
}
template <class Work>
__attribute__((target("avx2,fma,avx512f,avx512dq,avx512bw,avx512vl"))) void run_widest(
    const Work& work) {
  work(Registers<64>());
}

#else

inline bool has_wide_registers() { return false; }
inline bool has_widest_registers() { return false; }

template <class Work>
void run_wide(const Work& work) {
  work(Registers<32>());
}
template <class Work>
void run_widest(const Work& work) {
  work(Registers<64>());
}

#endif

// work(Registers<…>()) for the widest registers there are. `work` is a lambda:
// [&](auto registers) PHIGP_ALWAYS_INLINE {...}
template <class Work>
void with_widest_registers(const Work& work) {
  if (has_widest_registers()) {
    run_widest(work);
  } else if (has_wide_registers()) {
    run_wide(work);
  } else {
    work(Registers<32>());
  }
}

}  // namespace phigp
