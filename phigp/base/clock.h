// How long something took, by a clock that nobody sets back.
#pragma once

#include <chrono>

namespace phigp {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace phigp
