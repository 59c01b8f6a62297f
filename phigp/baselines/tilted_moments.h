// The moments of p(y|f) N(f; m, v), one row at a time: what expectation propagation matches.
// Adaptive, so that kinks, narrow peaks and far tails all come out to ten digits. math.md (B.10)
#pragma once

#include "phigp/likelihoods/sites.h"

namespace phigp {

struct TiltedMoments {
  double log_mass = 0.0;  // log of the integral
  double mean = 0.0;
  double variance = 0.0;
};

// p(y|f) to the power of the row's weight.
TiltedMoments tilted_moments(const Likelihood& likelihood, const Observations& observed,
                             std::size_t row, double m, double v);

}  // namespace phigp
