// Scores of predicted class probabilities, two classes or more. math.md (D.18)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/diagnostics/calibration.h"
#include "phigp/diagnostics/score.h"

namespace phigp {

struct ClassificationScores {
  std::size_t rows = 0;     // that count
  std::size_t missing = 0;  // without a target
  ScoreValue error;         // a tie for the most probable class counts as a random pick
  ScoreValue log_loss;      // infinite if an observed class had probability 0
  ScoreValue brier;         // halved for two classes: the squared error of the probability
  Calibration calibration;  // bins of equal mass
  Calibration calibration_width;

  std::vector<ScoreEntry> table() const;
};

// While rows stream by: 16 bytes of each stay, for calibration.
class RunningClassificationScores {
 public:
  explicit RunningClassificationScores(int bins = 10);

  // So many rows with a target and a weight will be added: memory is taken once.
  void expect(std::size_t rows) { calibration_.expect(rows); }
  // classes: 0, 1, ..., K - 1 for the columns of probabilities, NaN where missing. probabilities:
  // n x K, K >= 2 and the same for all blocks, rows with a target in [0, 1] and summing to 1 within
  // 1e-6. weights: none or one per row.
  void add(std::span<const double> classes, const Eigen::Ref<const Matrix>& probabilities,
           std::span<const double> weights = {});
  // Throws InvalidInput without a row.
  ClassificationScores scores();

 private:
  RowTally tally_;
  Eigen::Index classes_ = 0;  // unknown before the first block
  RunningScore error_;
  RunningScore log_loss_;
  RunningScore brier_;
  RunningCalibration calibration_;
  RunningCalibration calibration_width_;
};

// Of all rows at once. Calibration is that of the second class if there are two, of the most
// probable class otherwise.
ClassificationScores score_classification(std::span<const double> classes,
                                          const Eigen::Ref<const Matrix>& probabilities,
                                          std::span<const double> weights = {}, int bins = 10);

// n x 2 from the probability of the second class.
Matrix two_class_probabilities(const Eigen::Ref<const Vector>& second);

}  // namespace phigp
