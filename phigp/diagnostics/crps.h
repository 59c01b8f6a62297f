// The continuous ranked probability score of one prediction, in units of y: the distance between
// the predicted distribution function and the step at y. For a point prediction, the absolute
// error. math.md (D.17)
#pragma once

#include <span>
#include <vector>

namespace phigp {

double gaussian_crps(double y, double mean, double sd);  // sd >= 0

enum class DrawsCrps {
  fair,  // unbiased for the law that the draws come from; at least 2 draws
  plain  // that of the draws as a law of their own
};
// The draws may come in any order.
double draws_crps(double y, std::span<const double> draws, DrawsCrps kind = DrawsCrps::fair);

// levels increase in (0, 1); quantiles are theirs. Between levels the quantile function is taken as
// constant, so few levels are coarse in the tails.
double quantile_crps(double y, std::span<const double> levels, std::span<const double> quantiles);

}  // namespace phigp
