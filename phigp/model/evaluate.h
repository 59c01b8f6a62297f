// How well a model predicts rows whose targets are known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "phigp/base/progress.h"
#include "phigp/diagnostics/pit.h"
#include "phigp/diagnostics/score.h"
#include "phigp/model/fitted_model.h"
#include "phigp/model/predict.h"

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
};
// `watch` is told how far it is; what it answers is not asked for.
HeldOut predict_held_out(const FittedModel& model, const Table& table, int threads = 0,
                         const Watcher& watch = {});

struct Evaluation {
  std::size_t rows = 0;     // that count
  std::size_t missing = 0;  // without a target
  std::vector<ScoreEntry> scores;
  std::vector<CellCount> unseen;
};

// Where in its predicted law each target fell, (D.19), NaN where that is not known; empty for
// labels. `seed` randomises it for counts.
Vector pit_of(const HeldOut& rows, std::uint64_t seed);
std::optional<Uniformity> uniformity_of(const HeldOut& rows, const Vector& pit);

// `seed` randomises the PIT of counts. Throws InvalidInput unless a row has a target and a weight.
Evaluation score(const HeldOut& rows, Domain domain, std::uint64_t seed = 0);

// Both in one: rows of the table with a target.
Evaluation evaluate(const FittedModel& model, const Table& table, int threads = 0,
                    std::uint64_t seed = 0, const Watcher& watch = {});

}  // namespace phigp
