// Standard errors of what is estimated from dependent draws, on the scale of the draws. Quote no
// more digits of an estimate than these leave. math.md (D.9, D.10)
//
// All: NaN if the chains are too short or not finite; 0 if they are constant.
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/diagnostics/chains.h"

namespace phigp {

double mean_monte_carlo_error(const Chains& chains);
double sd_monte_carlo_error(const Chains& chains);
double quantile_monte_carlo_error(const Chains& chains, double level);  // 0 < level < 1

namespace detail {

// From the draws in increasing order and the effective size of the quantile. (D.10)
double quantile_monte_carlo_error(const Vector& sorted, double effective_size, double level);

}  // namespace detail

}  // namespace phigp
