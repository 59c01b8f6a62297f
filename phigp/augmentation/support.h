// Where the law of omega starts, and where tilting it stops to matter. math.md (I.6), (S.4)
#pragma once

#include "phigp/augmentation/radial.h"

namespace phigp {

// omega never falls below `start`, and equals it with probability e^log_atom under pi(. | 0).
struct Support {
  double start = 0.0;
  double log_atom = 0.0;  // -infinity when there is no atom
};
Support find_support(const Radial& radial, const Row& row);

inline constexpr double kMostC2 = 1e16;  // up to here samplers prepare themselves

// The largest c2 with 1 - phi(c2) <= difference: below it pi(. | c2) is pi(. | 0), to difference /
// phi in total variation.
double negligible_c2(const Radial& radial, const Row& row, double difference);

}  // namespace phigp
