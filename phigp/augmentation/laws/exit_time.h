// The first time at which Brownian motion, started at 0, leaves (-1, 1). Its Laplace transform is
// 1/cosh(sqrt(2 s)); a quarter of it is the Polya-Gamma variable PG(1, 0).
#pragma once

#include "phigp/base/random.h"

namespace phigp {

// The density of the exit time at x > 0, to full relative accuracy.
double exit_time_density(double x);

// One exit time, exact to double precision, by table: about one random word each.
double draw_exit_time(Stream& stream);

}  // namespace phigp
