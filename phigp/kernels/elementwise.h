// Elementary functions of whole tiles: vectorised, and right where the plain ones are not (far
// tails, arguments near zero).
#pragma once

#include "phigp/kernels/tile.h"

namespace phigp::detail {

// out = exp(-times x), times x >= 0; exactly 0 beyond 708, where the last normal numbers are: a
// distance of 1e300 times a small positive number would be a large gradient. x and out may be the
// same tile.
void exp_minus(double times, const Tile& x, Tile& out);

// out = times x, and the sum of out k; x times k in place of x.
double scale_and_sum(double times, const Tile& x, const Tile& k, Tile& out);
void multiply_by(const Tile& k, Tile& x);

// out = log(1 + x), x >= 0, to full relative accuracy for small x too. math.md (G.8)
void log_one_plus(const Tile& x, Tile& out);

using Segment = Eigen::Array<double, Eigen::Dynamic, 1, 0, kTileSide, 1>;

// t - round(t), in [-1/2, 1/2].
Segment fraction_of_turn(const Segment& turns);

// sin(pi x), |x| <= 1/2, to full relative accuracy: its zero is kept.
Segment sin_pi(const Segment& x);

}  // namespace phigp::detail
