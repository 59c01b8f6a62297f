// How well a model predicts rows whose targets are known.
#pragma once

#include <cstdint>
#include <vector>

#include "phigp/diagnostics/score.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

struct Evaluation {
  std::size_t rows = 0;     // that count
  std::size_t missing = 0;  // without a target
  std::vector<ScoreEntry> scores;
  std::vector<CellCount> unseen;
};

// Rows of the table with a target. Intervals of 50, 90 and 95 %. `seed` randomises the PIT of
// counts.
Evaluation evaluate(const FittedModel& model, const Table& table, int threads = 0,
                    std::uint64_t seed = 0);

}  // namespace phigp
