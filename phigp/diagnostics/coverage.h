// How often targets lie inside the intervals predicted for them. math.md (D.20)
#pragma once

#include <span>

#include "phigp/diagnostics/running_score.h"
#include "phigp/diagnostics/scored_rows.h"

namespace phigp {

struct Coverage {
  double level = 0.0;         // of the central interval
  ScoreValue covered;         // the share of targets inside, ends included
  double chance_error = 0.0;  // standard deviation of that share if the level is right
};

// While rows stream by.
class RunningCoverage {
 public:
  explicit RunningCoverage(double level);

  // lower, upper: one per row.
  void add(const ScoredRows& rows, std::span<const double> targets, std::span<const double> lower,
           std::span<const double> upper);
  Coverage value() const;  // throws InvalidInput without a row

 private:
  double level_;
  RunningScore covered_;
};

// Of all rows at once.
Coverage interval_coverage(const ScoredRows& rows, std::span<const double> targets,
                           std::span<const double> lower, std::span<const double> upper,
                           double level);

}  // namespace phigp
