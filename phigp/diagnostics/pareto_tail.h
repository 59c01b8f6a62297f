// The generalised Pareto law of the largest importance weights: its fit, its quantiles, and
// weights whose tail is replaced by them. math.md (D.11, D.12)
#pragma once

#include <span>

#include "phigp/base/matrix.h"

namespace phigp {

// F(x) = 1 - (1 + shape x / scale)^(-1/shape), x > 0.
struct ParetoLaw {
  double shape = 0.0;  // moments of order 1/shape and above are infinite
  double scale = 1.0;

  double quantile(double p) const;  // 0 <= p < 1
};

// `excess` is increasing and positive, at least five numbers. The shape is not a number if the fit
// fails, which needs excesses that round to 0.
ParetoLaw fit_pareto(std::span<const double> excess);

struct SmoothedWeights {
  Vector log_weights;  // normalised: the exponentials sum to 1
  // +infinity if there is no tail to fit; 0 if all weights are equal, which is ideal.
  double shape = 0.0;
};

// log_ratios: finite, at least one. 0 < relative_efficiency: effective size / number of draws.
SmoothedWeights smooth_weights(const Eigen::Ref<const Vector>& log_ratios,
                               double relative_efficiency = 1.0);

}  // namespace phigp
