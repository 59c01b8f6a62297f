#include "phigp/diagnostics/numeric_scores.h"

#include "phigp/diagnostics/running_numeric_scores.h"

namespace phigp {

RegressionScores score_regression(std::span<const double> targets,
                                  const RegressionPredictions& predictions,
                                  std::span<const double> weights) {
  RunningRegressionScores running;
  running.add(targets, predictions, weights);
  return running.scores();
}

CountScores score_counts(std::span<const double> targets, const CountPredictions& predictions,
                         Stream& stream, std::span<const double> weights) {
  RunningCountScores running(stream);
  running.add(targets, predictions, weights);
  return running.scores();
}

std::vector<ScoreEntry> NumericScores::table() const {
  std::vector<ScoreEntry> out;
  const auto add = [&](Score score, const std::optional<ScoreValue>& given) {
    if (given)
      out.push_back(
          {.score = score, .value = given->value, .standard_error = given->standard_error});
  };
  add(Score::root_mean_square_error, root_mean_square_error);
  add(Score::mean_absolute_error, mean_absolute_error);
  add(Score::negative_log_density, negative_log_density);
  add(Score::continuous_ranked_probability, continuous_ranked_probability);
  for (const Coverage& each : coverage) {
    out.push_back({.score = Score::coverage,
                   .value = each.covered.value,
                   .standard_error = each.covered.standard_error,
                   .level = each.level});
  }
  if (pit) {
    out.push_back({.score = Score::pit_distance, .value = pit->distance, .p_value = pit->p_value});
  }
  return out;
}

}  // namespace phigp
