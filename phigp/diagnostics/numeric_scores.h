// Scores of predictions of a number: regression and counts. Predictions are arrays with one row per
// target; what is left empty is not scored. math.md (D.16, D.17, D.19, D.20)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/base/random.h"
#include "phigp/diagnostics/coverage.h"
#include "phigp/diagnostics/pit.h"
#include "phigp/diagnostics/score.h"

namespace phigp {

struct NumericPredictions {
  Vector mean;         // n, of y
  Vector median;       // n; without it the absolute error is that of the mean
  Vector log_density;  // n, at the target; of counts that of the mass
  Vector levels;       // increasing, in (0, 1)
  Matrix quantiles;    // n x levels. A level c and its mirror image 1 - c make an interval
  Matrix draws;        // n x draws of y
  Vector crps;         // n, if known in closed form; else from the draws (fair), else the quantiles
};
struct RegressionPredictions : NumericPredictions {
  Vector cdf;  // n, at the target
};
struct CountPredictions : NumericPredictions {  // of whole numbers y
  Vector cdf_below;                             // n, P(Y < y)
  Vector cdf;                                   // n, P(Y <= y)
};

struct NumericScores {
  std::size_t rows = 0;     // that count
  std::size_t missing = 0;  // without a target
  std::optional<ScoreValue> root_mean_square_error;
  std::optional<ScoreValue> mean_absolute_error;
  std::optional<ScoreValue> negative_log_density;
  std::optional<ScoreValue> continuous_ranked_probability;
  std::vector<Coverage> coverage;  // by increasing level
  std::optional<Uniformity> pit;

  std::vector<ScoreEntry> table() const;
};
struct RegressionScores : NumericScores {};
struct CountScores : NumericScores {};

// targets: NaN where missing. weights: none or one per row. All rows at once; block by block:
// running_numeric_scores.h.
RegressionScores score_regression(std::span<const double> targets,
                                  const RegressionPredictions& predictions,
                                  std::span<const double> weights = {});

// The stream randomises the PIT; the same address gives the same scores. Intervals of a discrete
// law cover at least their level, often more: judge calibration by the PIT.
CountScores score_counts(std::span<const double> targets, const CountPredictions& predictions,
                         Stream& stream, std::span<const double> weights = {});

}  // namespace phigp
