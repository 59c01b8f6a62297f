// Where to integrate. The Bromwich integral is replaced by the trapezoidal rule on a vertical line
// Re s = abscissa with step 2 pi / period; by Poisson summation this gives the wanted function plus
// its own copies at distance `period`, damped. The line goes (nearly) through the saddle point, so
// that the left tail keeps its relative accuracy, and the period is the shortest for which
// Chernoff's bound makes every copy negligible: no moments are needed, they may be infinite.
// math.md (I.3), (I.4)
#pragma once

#include "phigp/augmentation/tilted_transform.h"

namespace phigp {

struct Contour {
  enum class Target {
    cdf,         // abscissa > 0: the pole at 0 gives F
    complement,  // -c2 < abscissa < 0: the pole gives F - 1, with relative accuracy in the right
                 // tail
    smooth_complement  // abscissa > 0: 1 - F from (1 - psi(s)) / s, which has no pole
  };
  Target target = Target::cdf;
  double abscissa = 0.0;
  double period = 0.0;
  // The copies are those of the unit step that the pole stands for, and known: q + q^2 + ..., q =
  // e^{-|abscissa| period}.
  bool subtract_steps = false;
  // The period is 2 * groups * (x - support start), so that groups of terms alternate in sign; 0:
  // the period is shorter than that, and terms have to die out by themselves.
  int groups = 0;
};

// For the point start + y, y > 0, of a law that starts at `start`. damping: copies are multiplied
// by e^{-damping}.
Contour choose_contour(const TiltedTransform& transform, double start, double y, double damping);

// The same line with a period that allows groups, for integrands that do not die out.
Contour with_groups(Contour contour, double y);

}  // namespace phigp
