// The zero of a continuous function between two points where its signs differ.
#pragma once

#include <functional>

namespace phigp {

// Alefeld, Potra and Shi's method (few evaluations, never worse than bisection), to `resolution` in
// x or to rounding.
double find_zero(const std::function<double(double)>& f, double low, double high,
                 double resolution);

}  // namespace phigp
