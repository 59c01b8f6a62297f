// The generalised inverse Gaussian law, the law of omega for Matern likelihoods.
#pragma once

#include "phigp/base/random.h"

namespace phigp {

// One variate with density proportional to x^{p-1} exp(-(a x + b/x)/2), x > 0. Any real p, a >= 0
// and b >= 0 for which that is a law: a = 0 needs p < 0 (inverse gamma), b = 0 needs p > 0 (gamma).
// Exact to double precision, at a cost that is bounded in p, a and b; fastest for p = -1/2, -3/2,
// ...
double draw_generalised_inverse_gaussian(double p, double a, double b, Stream& stream);

}  // namespace phigp
