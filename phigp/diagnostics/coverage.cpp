#include "phigp/diagnostics/coverage.h"

#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

RunningCoverage::RunningCoverage(double level) : level_(level) {
  require(level > 0.0 && level < 1.0, "coverage: level", level, "must lie in (0, 1)");
}

void RunningCoverage::add(const ScoredRows& rows, std::span<const double> targets,
                          std::span<const double> lower, std::span<const double> upper) {
  rows.require_length(targets.size(), "coverage: targets");
  rows.require_length(lower.size(), "coverage: lower ends");
  rows.require_length(upper.size(), "coverage: upper ends");
  rows.add_to(covered_, "coverage", [&](std::size_t i) {
    if (!(lower[i] <= upper[i]))
      rows.refuse("coverage: upper end", i, upper[i], "must not be below the lower end");
    return lower[i] <= targets[i] && targets[i] <= upper[i] ? 1.0 : 0.0;
  });
}

Coverage RunningCoverage::value() const {
  return {
      .level = level_,
      .covered = covered_.value(),
      .chance_error = std::sqrt(level_ * (1.0 - level_) / covered_.effective_count())};  // (D.20)
}

Coverage interval_coverage(const ScoredRows& rows, std::span<const double> targets,
                           std::span<const double> lower, std::span<const double> upper,
                           double level) {
  RunningCoverage running(level);
  running.add(rows, targets, lower, upper);
  return running.value();
}

}  // namespace phigp
