// Rows whose targets are known beside what a model says of them: all at once, for those who show
// them, or chunk by chunk, for those who add up.
#pragma once

#include <cmath>
#include <vector>

#include "phigp/base/progress.h"
#include "phigp/model/fitted_model.h"
#include "phigp/model/predict.h"
#include "phigp/model/target_cdf.h"

namespace phigp {

// Levels of the quantiles that scores are taken from: intervals of 50, 90 and 95 %.
const std::vector<double>& scored_quantiles();
inline constexpr Eigen::Index kMedian = 3;  // the place of the median among them

// Predictions beside what was observed, in the units of the table; labels as 0 and 1.
struct HeldOut {
  Vector target;          // NaN where missing
  Vector weight;          // all 1 unless the model has weights and the table has their column
  Predictions predicted;  // quantiles at scored_quantiles()
  Vector log_density;     // of the target; NaN where missing
  // P(Y < target) and P(Y <= target), equal for real y: of kMostPitRows of the rows that count at
  // most, evenly spread, and NaN for the others. Empty for labels and, unless add_target_cdf() was
  // called, for what is no location family.
  Vector cdf_below;
  Vector cdf;

  static constexpr std::size_t kMostPitRows = 20000;

  bool counts(Eigen::Index i) const { return !std::isnan(target[i]) && weight[i] > 0.0; }
};

// Rows to be filled by copy_rows, from the first to the last: labels are appended. Cells of unseen
// categories belong to no row and are added up apart.
HeldOut unfilled_rows(Eigen::Index rows, bool with_cdf);
void copy_rows(const HeldOut& from, Eigen::Index first, Eigen::Index count, HeldOut& to,
               Eigen::Index at);
void add_cells(const std::vector<CellCount>& more, std::vector<CellCount>& all);

// `watch` is told how far it is; what it answers is not asked for. Throws InvalidInput, before any
// work, for targets and weights that cannot be scored, and unless a row has a target and a weight.
HeldOut predict_held_out(const FittedModel& model, const Table& table, int threads = 0,
                         const Watcher& watch = {});

// The same a chunk at a time, and what is held is one chunk, of one row or more. Refers to model
// and table.
class HeldOutChunks {
 public:
  static constexpr std::size_t kRowsAtOnce = 4096;

  HeldOutChunks(const FittedModel& model, const Table& table, int threads = 0, Watcher watch = {},
                std::size_t rows_at_once = kRowsAtOnce);

  std::size_t counted() const { return counted_; }  // rows that count, of the whole table
  bool have_cdf() const;
  // False behind the last row.
  bool next(HeldOut& chunk);

 private:
  HeldOut observed(std::size_t first) const;
  std::size_t count_rows() const;

  const FittedModel& model_;
  const Table& table_;
  PredictSettings settings_;
  Watcher watch_;
  std::size_t rows_at_once_;
  const Column* weights_ = nullptr;
  std::size_t counted_ = 0;
  PitRows pit_rows_;
  std::size_t first_ = 0;  // row of the next chunk
};

}  // namespace phigp
