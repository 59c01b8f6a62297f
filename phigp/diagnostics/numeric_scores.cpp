#include "phigp/diagnostics/numeric_scores.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "phigp/base/error.h"
#include "phigp/diagnostics/crps.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

std::span<const double> view(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

Vector row_of(const Matrix& x, std::size_t i) { return x.row(static_cast<Index>(i)).transpose(); }

template <class EachRow>
ScoreValue mean_over(const ScoredRows& rows, std::string_view what, EachRow&& each_row) {
  std::vector<double> each(rows.total(), 0.0);
  for (const std::size_t i : rows.rows()) each[i] = each_row(i);
  return rows.mean(each, what);
}

ScoreValue root(const ScoreValue& square) {
  const double value = std::sqrt(square.value);
  const double error = value == 0.0 && square.standard_error == 0.0
                           ? 0.0
                           : square.standard_error / (2.0 * value);  // (D.16)
  return {value, std::isnan(error) ? square.standard_error : error};
}

template <class Predictions>
std::optional<ScoreValue> crps_of(const ScoredRows& rows, std::span<const double> targets,
                                  const Predictions& given) {
  if (given.crps.size() > 0) return rows.mean(view(given.crps), "CRPS");
  if (given.draws.size() > 0) {
    rows.require_length(static_cast<std::size_t>(given.draws.rows()), "draws");
    return mean_over(rows, "CRPS", [&](std::size_t i) {
      return draws_crps(targets[i], view(row_of(given.draws, i)));
    });
  }
  if (given.quantiles.size() == 0) return std::nullopt;
  return mean_over(rows, "CRPS", [&](std::size_t i) {
    return quantile_crps(targets[i], view(given.levels), view(row_of(given.quantiles, i)));
  });
}

template <class Predictions>
std::vector<Coverage> coverages(const ScoredRows& rows, std::span<const double> targets,
                                const Predictions& given) {
  std::vector<Coverage> out;
  for (Index a = given.levels.size() - 1; a >= 0; --a) {
    for (Index b = a + 1; b < given.levels.size(); ++b) {
      if (std::abs(given.levels[a] + given.levels[b] - 1.0) > 1e-9) continue;
      // Nominal levels are decimals: 0.95 - 0.05 should be called 0.9.
      const double level = std::round((given.levels[b] - given.levels[a]) * 1e9) / 1e9;
      const Vector lower = given.quantiles.col(a);
      const Vector upper = given.quantiles.col(b);
      out.push_back(interval_coverage(rows, targets, view(lower), view(upper), level));
    }
  }
  return out;
}

// What regression and counts share.
template <class Predictions>
NumericScores score_numbers(const ScoredRows& rows, std::span<const double> targets,
                            const Predictions& given) {
  require(given.levels.size() == given.quantiles.cols(), "scores: quantiles",
          std::to_string(given.quantiles.cols()), "must be one column per level");
  if (given.quantiles.size() > 0) {
    rows.require_length(static_cast<std::size_t>(given.quantiles.rows()), "quantiles");
  }
  NumericScores out;
  out.rows = rows.count();
  out.missing = rows.missing();
  const Vector& centre = given.median.size() > 0 ? given.median : given.mean;
  if (given.mean.size() > 0) {
    rows.require_length(static_cast<std::size_t>(given.mean.size()), "means");
    out.root_mean_square_error = root(mean_over(rows, "squared error", [&](std::size_t i) {
      const double error = targets[i] - given.mean[static_cast<Index>(i)];
      return error * error;
    }));
  }
  if (centre.size() > 0) {
    rows.require_length(static_cast<std::size_t>(centre.size()), "medians");
    out.mean_absolute_error = mean_over(rows, "absolute error", [&](std::size_t i) {
      return std::abs(targets[i] - centre[static_cast<Index>(i)]);
    });
  }
  if (given.log_density.size() > 0) {
    const Vector negative = -given.log_density;
    out.negative_log_density = rows.mean(view(negative), "log density");
  }
  out.continuous_ranked_probability = crps_of(rows, targets, given);
  out.coverage = coverages(rows, targets, given);
  return out;
}

}  // namespace

Coverage interval_coverage(const ScoredRows& rows, std::span<const double> targets,
                           std::span<const double> lower, std::span<const double> upper,
                           double level) {
  require(level > 0.0 && level < 1.0, "coverage: level", level, "must lie in (0, 1)");
  rows.require_length(targets.size(), "coverage: targets");
  rows.require_length(lower.size(), "coverage: lower ends");
  rows.require_length(upper.size(), "coverage: upper ends");
  Coverage out;
  out.level = level;
  out.covered = mean_over(rows, "coverage", [&](std::size_t i) {
    require(lower[i] <= upper[i], "coverage: upper end of row " + std::to_string(i), upper[i],
            "must not be below the lower end");
    return lower[i] <= targets[i] && targets[i] <= upper[i] ? 1.0 : 0.0;
  });
  out.chance_error = std::sqrt(level * (1.0 - level) / rows.effective_count());  // (D.20)
  return out;
}

RegressionScores score_regression(std::span<const double> targets,
                                  const RegressionPredictions& predictions,
                                  std::span<const double> weights) {
  const ScoredRows rows(targets, weights);
  RegressionScores out{score_numbers(rows, targets, predictions)};
  if (predictions.cdf.size() > 0) out.pit = uniformity(rows, view(predictions.cdf));
  return out;
}

CountScores score_counts(std::span<const double> targets, const CountPredictions& predictions,
                         Stream& stream, std::span<const double> weights) {
  const ScoredRows rows(targets, weights);
  for (const std::size_t i : rows.rows()) {
    require(targets[i] == std::floor(targets[i]), "counts: target of row " + std::to_string(i),
            targets[i], "must be a whole number");
  }
  CountScores out{score_numbers(rows, targets, predictions)};
  if (predictions.cdf.size() > 0) {
    const Vector pit = randomised_pit(view(predictions.cdf_below), view(predictions.cdf), stream);
    out.pit = uniformity(rows, view(pit));
  }
  return out;
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
