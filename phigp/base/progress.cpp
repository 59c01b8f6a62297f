#include "phigp/base/progress.h"

#include <utility>

#include "phigp/base/clock.h"

namespace phigp {

Watcher within_seconds(double limit, Watcher watch) {
  if (!(limit > 0.0)) return watch;
  return [limit, begin = Clock::now(), watch = std::move(watch)](const Progress& progress) {
    const bool goes_on = !watch || watch(progress);
    return goes_on && seconds_since(begin) < limit;
  };
}

std::string to_text(Stop stop) {
  switch (stop) {
    case Stop::converged:
      return "converged";
    case Stop::iteration_limit:
      return "iteration limit";
    case Stop::stopped:
      return "stopped";
    case Stop::planned:
      return "planned length";
  }
  return "";
}

}  // namespace phigp
