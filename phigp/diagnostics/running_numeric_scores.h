// The scores of numeric_scores.h while rows stream by, block after block. Nothing of a row stays
// but, where the PIT is scored, 16 bytes. All blocks have the same parts and levels.
// math.md (D.16, D.17, D.19, D.20)
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "phigp/diagnostics/numeric_scores.h"
#include "phigp/diagnostics/running_score.h"

namespace phigp {

// What regression and counts share: all but the PIT.
class RunningNumericScores {
 public:
  void add(const ScoredRows& rows, std::span<const double> targets,
           const NumericPredictions& predictions);
  // Throws InvalidInput without a row, and for a part that some blocks lacked.
  NumericScores scores(const RowTally& tally) const;

 private:
  struct Interval {
    Eigen::Index lower;  // columns of quantiles
    Eigen::Index upper;
    RunningCoverage coverage;
  };

  void set_levels(const Vector& levels);

  RunningScore squared_error_;
  RunningScore absolute_error_;
  RunningScore negative_log_density_;
  RunningScore ranked_probability_;
  std::optional<Vector> levels_;  // none before the first block
  std::vector<Interval> intervals_;
};

class RunningRegressionScores {
 public:
  void add(std::span<const double> targets, const RegressionPredictions& predictions,
           std::span<const double> weights = {});
  RegressionScores scores();

 private:
  RowTally tally_;
  RunningNumericScores numbers_;
  RunningUniformity pit_;
};

class RunningCountScores {
 public:
  // The stream randomises the PIT, one number of it for each row.
  explicit RunningCountScores(Stream& stream) : stream_(stream) {}

  void add(std::span<const double> targets, const CountPredictions& predictions,
           std::span<const double> weights = {});
  CountScores scores();

 private:
  Stream& stream_;
  RowTally tally_;
  RunningNumericScores numbers_;
  RunningUniformity pit_;
};

}  // namespace phigp
