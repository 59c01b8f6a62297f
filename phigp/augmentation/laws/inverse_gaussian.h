// The inverse Gaussian law, the law of omega for Laplace noise and everything built on
// exp(-sqrt(r)).
#pragma once

#include "phigp/base/random.h"

namespace phigp {

// One variate with density sqrt(shape / (2 pi x^3)) exp(-shape (x - mean)^2 / (2 mean^2 x)), x > 0.
// Exact to double precision for any shape > 0 and mean > 0, however far apart they are;
// mean = infinity is allowed and gives the Levy law, shape / normal^2.
double draw_inverse_gaussian(double mean, double shape, Stream& stream);

}  // namespace phigp
