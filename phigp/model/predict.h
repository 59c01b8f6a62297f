// Predictions for the rows of a table, the same columns for every likelihood.
#pragma once

#include <cstdint>

#include "phigp/base/threads.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

struct PredictSettings {
  std::vector<double> quantiles{0.025, 0.5, 0.975};  // of y, each between 0 and 1
  int threads = 0;
  int draws = 0;  // of y, of each row for itself
  std::uint64_t seed = 0;
};

// Rows first, …, first + count - 1 of a table, in the units of its target. A label counts as 1 when
// it is the positive one and as 0 otherwise, so that its mean is a probability.
struct Predictions {
  Vector mean;       // of y
  Vector sd;         // of y; infinite where the likelihood has no variance
  Matrix quantiles;  // of y, rows x settings.quantiles
  Matrix draws;      // of y, rows x settings.draws
  Vector latent_mean;
  Vector latent_sd;
  std::vector<std::string> label;  // the likelier one; empty unless the target is a label
  std::vector<CellCount> unseen;   // cells whose category training did not have
};

// Throws InvalidInput for a quantile outside (0, 1) and for tables that do not fit the model.
// Quantiles of location families in tables of 512 rows and more come from curves and are within
// QuantileCurve::kTolerance of those of the row alone (quantile_curve.h).
Predictions predict(const FittedModel& model, const Table& table, std::size_t first,
                    std::size_t count, const PredictSettings& settings = {});

// The latent values of all rows of a table together: draws of curves, contrasts and sums need how
// they go together. Throws InvalidInput for more than kMostJointRows rows, since memory grows with
// their square.
inline constexpr std::size_t kMostJointRows = 5000;
struct JointPredictions {
  Vector latent_mean;
  Matrix latent_covariance;
  std::vector<CellCount> unseen;
};
JointPredictions predict_jointly(const FittedModel& model, const Table& table);

// log p(y) of rows that have a target, in the units of the table; NaN elsewhere.
Vector predictive_log_density(const FittedModel& model, const Table& table, int threads = 0);
// Of rows first, …, first + count - 1.
Vector predictive_log_density(const FittedModel& model, const Table& table, std::size_t first,
                              std::size_t count, int threads = 0);

}  // namespace phigp
