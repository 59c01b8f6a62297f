// The trapezoidal sums along a contour, with the tail of the series accelerated by Euler's
// transformation where it does not die out by itself, stopped when successive values agree, and
// judged by that agreement. math.md (I.5)
#pragma once

#include "phigp/augmentation/contour.h"

namespace phigp {

struct ContourSum {
  double value = 0.0;  // of the contour's target
  double pdf = 0.0;
  double error = 0.0;  // of value: truncation and rounding
  int terms = 0;
  bool converged = false;
};

// At x = start + y; tolerance: of the target relative to itself, rounding permitting.
ContourSum sum_along(const Contour& contour, const TiltedTransform& transform, double start,
                     double y, double tolerance, int most_terms);

}  // namespace phigp
