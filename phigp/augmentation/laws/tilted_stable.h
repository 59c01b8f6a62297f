// The exponentially tilted positive stable law, the law of omega for exponential power noise.
#pragma once

#include "phigp/base/random.h"

namespace phigp {

// One variate with Laplace transform exp(-((tilt + s)^alpha - tilt^alpha)), 0 < alpha < 1,
// tilt >= 0: mean alpha tilt^{alpha-1}. Fewer than three proposals on average for any alpha and
// tilt. Exact to double precision: for 0.01 <= alpha <= 0.99 and tilt up to 1e16 the acceptance
// test knows the logarithm of the density to 1e-9. Values that no double can hold (small alpha, no
// tilt) come out as 0 or infinity.
double draw_tilted_stable(double alpha, double tilt, Stream& stream);

}  // namespace phigp
