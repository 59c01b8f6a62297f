// Logarithms of gamma functions and of their ratios, for double and Dual arguments, without the
// loss of digits that a difference of two large logarithms suffers. math.md (L.8)
#pragma once

#include "phigp/base/taylor.h"

namespace phigp {

double log_gamma(double x);  // x > 0
Dual log_gamma(const Dual& x);

// log Gamma(x + 1/2) - log Gamma(x).
double log_gamma_half_step(double x);
Dual log_gamma_half_step(const Dual& x);

// log Gamma(x + n) - log Gamma(x), n >= 0.
double log_gamma_step(double x, double n);
Dual log_gamma_step(const Dual& x, double n);

}  // namespace phigp
