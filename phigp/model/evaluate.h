// How well a model predicts rows whose targets are known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "phigp/base/random.h"
#include "phigp/diagnostics/classification_scores.h"
#include "phigp/diagnostics/pit.h"
#include "phigp/diagnostics/running_numeric_scores.h"
#include "phigp/diagnostics/score.h"
#include "phigp/model/held_out.h"

namespace phigp {

struct Evaluation {
  std::size_t rows = 0;     // that count
  std::size_t missing = 0;  // without a target
  std::vector<ScoreEntry> scores;
  std::vector<CellCount> unseen;
};

// While rows stream by. What stays of each is 16 bytes of labels, for calibration, and of the rows
// whose PIT is known.
class RunningEvaluation {
 public:
  // `seed` randomises the PIT of counts.
  explicit RunningEvaluation(Domain domain, std::uint64_t seed = 0);

  // So many rows with a target and a weight will be added: memory is taken once.
  void expect(std::size_t rows);
  void add(const HeldOut& rows);
  // Throws InvalidInput unless a row has a target and a weight.
  Evaluation result();

 private:
  Domain domain_;
  Stream stream_;
  RunningClassificationScores labels_;
  RowTally tally_;  // this and below: of what is no label
  RunningNumericScores numbers_;
  RunningUniformity pit_;
  std::vector<CellCount> unseen_;
};

// Where in its predicted law each target fell, (D.19), NaN where that is not known; empty for
// labels. `seed` randomises it for counts.
Vector pit_of(const HeldOut& rows, std::uint64_t seed);
std::optional<Uniformity> uniformity_of(const HeldOut& rows, const Vector& pit);

// Of all rows at once.
Evaluation score(const HeldOut& rows, Domain domain, std::uint64_t seed = 0);

// Rows of the table with a target, predicted and scored chunk by chunk. Throws as
// predict_held_out() does.
Evaluation evaluate(const FittedModel& model, const Table& table, int threads = 0,
                    std::uint64_t seed = 0, const Watcher& watch = {});

}  // namespace phigp
