#include "phigp/base/progress.h"

namespace phigp {

std::string to_text(Stop stop) {
  switch (stop) {
    case Stop::converged:
      return "converged";
    case Stop::iteration_limit:
      return "iteration limit";
    case Stop::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace phigp
