// Processor time of the calling thread: what work costs, whoever else uses the machine.
#pragma once

#include <ctime>

namespace phigp {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace phigp
