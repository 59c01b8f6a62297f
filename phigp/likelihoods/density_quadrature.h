// log p(y) for f ~ N(m, sd^2) by the trapezoidal rule in the variables of (O.2) and (O.3), which
// make p(y|f) analytic: a tenth of the evaluations of the adaptive rule, where it settles. math.md
// (Q.4)
#pragma once

#include <optional>

#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// Of a normalised likelihood, sd positive. None where the rule does not settle within its few
// halvings, or where mass may lie outside its reach, as with a target many widths away from m in
// light tails: the caller has an adaptive rule for those.
std::optional<double> settled_log_density(const Likelihood& likelihood, const Row& row, double m,
                                          double sd);

}  // namespace phigp
