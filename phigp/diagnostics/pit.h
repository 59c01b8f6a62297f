// The probability integral transform: where in its predicted law each observation fell. Uniform if
// the predictions are calibrated; a hump in the middle says too wide, a valley too narrow, a slope
// biased. math.md (D.19)
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/base/random.h"
#include "phigp/diagnostics/scored_rows.h"

namespace phigp {

// For discrete y: uniform between P(Y < y) and P(Y <= y). One number of the stream is used for
// every row, also for those without a target (NaN in, NaN out), so that a missing one moves no
// other. Refusals count rows from `first`.
Vector randomised_pit(std::span<const double> cdf_below, std::span<const double> cdf,
                      Stream& stream, std::size_t first = 0);

struct Uniformity {
  double distance = 0.0;  // Kolmogorov and Smirnov
  double p_value = 0.0;   // of independent rows; within 0.003 of exact from ten rows on
};

// While rows stream by: their order matters, so that 16 bytes of each stay.
class RunningUniformity {
 public:
  // pit: one number in [0, 1] per row.
  void add(const ScoredRows& rows, std::span<const double> pit);

  std::size_t count() const { return places_.size(); }
  Uniformity value();  // throws InvalidInput without a row

 private:
  std::vector<std::pair<double, double>> places_;  // and weights
  double weight_sum_ = 0.0;
  double squared_weights_ = 0.0;
};

// Of all rows at once.
Uniformity uniformity(const ScoredRows& rows, std::span<const double> pit);

// P(sup |B| > t) of the Brownian bridge.
double kolmogorov_survival(double t);

}  // namespace phigp
