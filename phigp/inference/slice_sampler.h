// Slice sampling of one number: uniform under the graph of any density, known up to a factor.
// Nothing to tune but a width, which changes the cost and not the law. math.md (S.8)
#pragma once

#include <functional>

#include "phigp/base/random.h"

namespace phigp {

using LogDensityOfOne = std::function<double(double)>;  // NaN counts as -infinity

struct SliceOptions {
  double width = 1.0;   // of the first interval
  int most_widths = 8;  // to which it may be stepped out; 1: it stays as it is
};

struct SliceMove {
  double x = 0.0;
  double log_density = 0.0;  // there
  int evaluations = 0;       // of the density
  // False in the limit where the interval shrank to the old x: the last evaluation was elsewhere.
  bool moved = true;
};

// One move from x, where the log density is `at_x` (finite). The last evaluation is the one at the
// new x. Throws NumericalError when at_x is not finite.
SliceMove slice_move(const LogDensityOfOne& log_density, double x, double at_x,
                     const SliceOptions& options, Stream& stream);

}  // namespace phigp
