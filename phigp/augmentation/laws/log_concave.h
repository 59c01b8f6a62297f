// Rejection from a log-concave density exp(psi(y)) with its mode at 0 and psi(0) = 0 whose integral
// is not known: flat in the middle, tangents of psi outside (Devroye 1986, section VII.2; 2014).
#pragma once

#include "phigp/base/random.h"

namespace phigp::detail {

// A point, psi there (<= 0) and the slope of psi there.
struct Tangent {
  double at;
  double value;
  double slope;
};

// The hat min(0, tangent on the left, tangent on the right) >= psi. Any two tangents give a valid
// hat; points where psi is near -1 give a good one.
class LogConcaveHat {
 public:
  // left.at < 0 < right.at, left.slope > 0 > right.slope.
  LogConcaveHat(const Tangent& left, const Tangent& right);

  struct Point {
    double y;
    double log_height;  // of the hat at y
  };
  // A point distributed like the hat. Accept it with probability exp(psi(y) - log_height).
  Point draw(Stream& stream) const;

 private:
  double low_, high_;                // the hat is flat between
  double left_scale_, right_scale_;  // and exponential beyond
};

// exp(x) - 1 - x, to full relative accuracy near 0.
double expm1_minus(double x);

// x - log(1 + x), likewise.
double minus_log1p(double x);

}  // namespace phigp::detail
