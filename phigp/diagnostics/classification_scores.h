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

// classes: 0, 1, ..., K - 1 for the columns of probabilities, NaN where missing. probabilities:
// n x K, K >= 2, rows with a target in [0, 1] and summing to 1 within 1e-6. Calibration is that of
// the second class if there are two, of the most probable class otherwise.
ClassificationScores score_classification(std::span<const double> classes,
                                          const Eigen::Ref<const Matrix>& probabilities,
                                          std::span<const double> weights = {}, int bins = 10);

// n x 2 from the probability of the second class.
Matrix two_class_probabilities(const Eigen::Ref<const Vector>& second);

}  // namespace phigp
