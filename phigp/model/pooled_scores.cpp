#include "phigp/model/pooled_scores.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace phigp {

namespace {

std::vector<CellCount> added_up(const std::vector<FoldResult>& folds) {
  std::map<std::string, std::size_t> cells;
  for (const FoldResult& fold : folds) {
    for (const CellCount& count : fold.evaluation.unseen) cells[count.column] += count.cells;
  }
  std::vector<CellCount> all;
  for (const auto& [column, count] : cells) all.push_back({column, count});
  return all;
}

// Variance over the folds of one repeat divided by their number; nothing for fewer than two.
std::optional<double> squared_error(const std::vector<double>& scores) {
  if (scores.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(scores.size());
  double mean = 0.0;
  for (const double score : scores) mean += score / n;
  if (!std::isfinite(mean)) return std::numeric_limits<double>::infinity();
  double squares = 0.0;
  for (const double score : scores) squares += (score - mean) * (score - mean);
  return squares / (n - 1.0) / n;
}

// Repeats share their rows: they steady the estimate of the error and do not lower it. (D.21)
std::optional<double> error_over_folds(const CrossValidation& result, std::size_t entry) {
  double sum = 0.0;
  double repeats = 0.0;
  for (int repeat = 0; repeat < result.settings.repeats; ++repeat) {
    std::vector<double> scores;
    for (const FoldResult& fold : result.folds) {
      if (fold.repeat == repeat && fold.state == FoldResult::State::done)
        scores.push_back(fold.evaluation.scores[entry].value);
    }
    if (const std::optional<double> squared = squared_error(scores)) {
      sum += *squared;
      repeats += 1.0;
    }
  }
  if (repeats == 0.0) return std::nullopt;
  return std::sqrt(sum / repeats);
}

}  // namespace

void pool(const std::vector<std::vector<int>>& folds, const std::vector<HeldOut>& predicted,
          std::uint64_t seed, CrossValidation& result) {
  std::size_t rows = 0;
  bool with_cdf = false;
  for (std::size_t k = 0; k < predicted.size(); ++k) {
    if (result.folds[k].state != FoldResult::State::done) continue;
    rows += static_cast<std::size_t>(predicted[k].target.size());
    with_cdf = with_cdf || predicted[k].cdf.size() > 0;
  }
  result.held_out = unfilled_rows(static_cast<Eigen::Index>(rows), with_cdf);
  if (rows == 0) return;
  std::vector<Eigen::Index> next(predicted.size(), 0);
  for (std::size_t repeat = 0; repeat < folds.size(); ++repeat) {
    for (std::size_t row = 0; row < folds[repeat].size(); ++row) {
      const int fold = folds[repeat][row];
      if (fold < 0) continue;
      const std::size_t k =
          repeat * static_cast<std::size_t>(result.settings.folds) + static_cast<std::size_t>(fold);
      if (result.folds[k].state != FoldResult::State::done) continue;
      copy_rows(predicted[k], next[k]++, 1, result.held_out,
                static_cast<Eigen::Index>(result.where.size()));
      result.where.push_back({row, static_cast<int>(repeat), fold});
    }
  }
  result.pooled = score(result.held_out, result.domain, seed);
  result.pooled.unseen = added_up(result.folds);
  for (std::size_t entry = 0; entry < result.pooled.scores.size(); ++entry) {
    ScoreEntry& pooled = result.pooled.scores[entry];
    // The distance of a fold's few rows is larger than that of all: their spread says nothing of
    // it. Repeats are the same rows again, which the p-value does not know.
    if (pooled.score != Score::pit_distance)
      pooled.standard_error = error_over_folds(result, entry);
    if (result.settings.repeats > 1) pooled.p_value.reset();
  }
}

}  // namespace phigp
