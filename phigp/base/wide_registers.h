// Code that is compiled twice, for the processor that every build must run on and for wide vector
// registers with fused multiplication, and the choice between both when it runs. PHIGP_NATIVE
// builds know the processor anyway.
#pragma once

namespace phigp {

// For everything that the work below calls: only what is inlined into it is compiled twice.
#define PHIGP_ALWAYS_INLINE __attribute__((always_inline))

#if defined(__x86_64__)

inline bool has_wide_registers() {
  static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return wide;
}

template <class Work>
__attribute__((target("avx2,fma"))) void run_wide(const Work& work) {
  work();
}

#else

inline bool has_wide_registers() { return false; }

template <class Work>
void run_wide(const Work& work) {
  work();
}

#endif

// work() with the widest registers there are. `work` is a lambda: [&]() PHIGP_ALWAYS_INLINE {...}
template <class Work>
void with_widest_registers(const Work& work) {
  if (has_wide_registers()) {
    run_wide(work);
  } else {
    work();
  }
}

}  // namespace phigp
