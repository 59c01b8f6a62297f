#include "phigp/diagnostics/running_numeric_scores.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/diagnostics/crps.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

Vector row_of(const Matrix& x, std::size_t i) { return x.row(static_cast<Index>(i)).transpose(); }

// One number per row, given as they are.
void add_given(const ScoredRows& rows, std::string_view what, const Vector& each,
               RunningScore& score) {
  rows.require_length(static_cast<std::size_t>(each.size()), what);
  rows.add_to(score, what, [&](std::size_t i) { return each[static_cast<Index>(i)]; });
}

void add_ranked_probability(const ScoredRows& rows, std::span<const double> targets,
                            const NumericPredictions& given, RunningScore& score) {
  if (given.crps.size() > 0) {
    add_given(rows, "CRPS", given.crps, score);
  } else if (given.draws.size() > 0) {
    rows.require_length(static_cast<std::size_t>(given.draws.rows()), "draws");
    rows.add_to(score, "CRPS", [&](std::size_t i) {
      return draws_crps(targets[i], span_of(row_of(given.draws, i)));
    });
  } else if (given.quantiles.size() > 0) {
    rows.add_to(score, "CRPS", [&](std::size_t i) {
      return quantile_crps(targets[i], span_of(given.levels), span_of(row_of(given.quantiles, i)));
    });
  }
}

std::optional<ScoreValue> value_of(const RunningScore& score, const RowTally& tally,
                                   std::string_view what) {
  if (!tally.all(score.count(), what)) return std::nullopt;
  return score.value();
}

ScoreValue root(const ScoreValue& square) {
  const double value = std::sqrt(square.value);
  const double error = value == 0.0 && square.standard_error == 0.0
                           ? 0.0
                           : square.standard_error / (2.0 * value);  // (D.16)
  return {value, std::isnan(error) ? square.standard_error : error};
}

}  // namespace

void RunningNumericScores::add(const ScoredRows& rows, std::span<const double> targets,
                               const NumericPredictions& given) {
  require(given.levels.size() == given.quantiles.cols(), "scores: quantiles",
          std::to_string(given.quantiles.cols()), "must be one column per level");
  if (given.quantiles.size() > 0)
    rows.require_length(static_cast<std::size_t>(given.quantiles.rows()), "quantiles");
  if (!levels_) set_levels(given.levels);
  require(std::ranges::equal(given.levels, *levels_), "scores: levels",
          std::to_string(given.levels.size()), "must be those of the rows before");
  if (given.mean.size() > 0) {
    rows.require_length(static_cast<std::size_t>(given.mean.size()), "means");
    rows.add_to(squared_error_, "squared error", [&](std::size_t i) {
      const double error = targets[i] - given.mean[static_cast<Index>(i)];
      return error * error;
    });
  }
  const Vector& centre = given.median.size() > 0 ? given.median : given.mean;
  if (centre.size() > 0) {
    rows.require_length(static_cast<std::size_t>(centre.size()), "medians");
    rows.add_to(absolute_error_, "absolute error", [&](std::size_t i) {
      return std::abs(targets[i] - centre[static_cast<Index>(i)]);
    });
  }
  if (given.log_density.size() > 0)
    add_given(rows, "log density", -given.log_density, negative_log_density_);
  add_ranked_probability(rows, targets, given, ranked_probability_);
  for (Interval& each : intervals_)
    each.coverage.add(rows, targets, span_of(given.quantiles.col(each.lower)),
                      span_of(given.quantiles.col(each.upper)));
}

// By increasing level of the interval.
void RunningNumericScores::set_levels(const Vector& levels) {
  levels_ = levels;
  for (Index a = levels.size() - 1; a >= 0; --a) {
    for (Index b = a + 1; b < levels.size(); ++b) {
      if (std::abs(levels[a] + levels[b] - 1.0) > 1e-9) continue;
      // Nominal levels are decimals: 0.95 - 0.05 should be called 0.9.
      const double level = std::round((levels[b] - levels[a]) * 1e9) / 1e9;
      intervals_.push_back({a, b, RunningCoverage(level)});
    }
  }
}

NumericScores RunningNumericScores::scores(const RowTally& tally) const {
  require_scored(tally.count());
  NumericScores out;
  out.rows = tally.count();
  out.missing = tally.missing();
  if (const auto square = value_of(squared_error_, tally, "a mean"))
    out.root_mean_square_error = root(*square);
  out.mean_absolute_error = value_of(absolute_error_, tally, "a median or mean");
  out.negative_log_density = value_of(negative_log_density_, tally, "a log density");
  out.continuous_ranked_probability = value_of(ranked_probability_, tally, "a CRPS");
  for (const Interval& each : intervals_) out.coverage.push_back(each.coverage.value());
  return out;
}

void RunningRegressionScores::add(std::span<const double> targets,
                                  const RegressionPredictions& predictions,
                                  std::span<const double> weights) {
  const ScoredRows rows = tally_.next(targets, weights);
  numbers_.add(rows, targets, predictions);
  if (predictions.cdf.size() > 0) pit_.add(rows, span_of(predictions.cdf));
}

RegressionScores RunningRegressionScores::scores() {
  RegressionScores out{numbers_.scores(tally_)};
  if (tally_.all(pit_.count(), "a cdf")) out.pit = pit_.value();
  return out;
}

void RunningCountScores::add(std::span<const double> targets, const CountPredictions& predictions,
                             std::span<const double> weights) {
  const std::size_t first = tally_.total();
  const ScoredRows rows = tally_.next(targets, weights);
  for (const std::size_t i : rows.rows()) {
    if (targets[i] != std::floor(targets[i]))
      rows.refuse("counts: target", i, targets[i], "must be a whole number");
  }
  numbers_.add(rows, targets, predictions);
  if (predictions.cdf.size() == 0) return;
  const Vector pit =
      randomised_pit(span_of(predictions.cdf_below), span_of(predictions.cdf), stream_, first);
  pit_.add(rows, span_of(pit));
}

CountScores RunningCountScores::scores() {
  CountScores out{numbers_.scores(tally_)};
  if (tally_.all(pit_.count(), "a cdf")) out.pit = pit_.value();
  return out;
}

}  // namespace phigp
