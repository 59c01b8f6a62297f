// The scores by which predictions are judged, by name, for tables in text and JSON, and the values
// they take.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phigp {

enum class Score {
  root_mean_square_error,
  mean_absolute_error,
  negative_log_density,
  continuous_ranked_probability,
  coverage,
  pit_distance,
  classification_error,
  log_loss,
  brier,
  calibration_error,        // bins of equal mass
  calibration_error_width,  // bins of equal width
};

struct ScoreDescription {
  Score score;
  std::string_view key;    // of JSON and options: "rmse"
  std::string_view title;  // of a table: "RMSE"
  std::string_view meaning;
  bool smaller_is_better;  // false: has a target value instead (coverage)
};

std::span<const ScoreDescription> all_scores();
const ScoreDescription& describe(Score score);
const ScoreDescription& describe_score(std::string_view key);  // InvalidInput if there is none

struct ScoreValue {
  double value = 0.0;
  double standard_error = 0.0;  // over rows, math.md (D.16); infinity for a single row
};

// One line of a table.
struct ScoreEntry {
  Score score;
  double value = 0.0;
  std::optional<double> standard_error = {};
  std::optional<double> level = {};    // coverage: of the interval
  std::optional<double> p_value = {};  // pit_distance: of uniformity

  std::string key() const;  // "rmse"; with a level, "coverage_0.9"
};

}  // namespace phigp
