// lim r -> 0+ of log of a formula in r. The point 0 itself is never probed: formulas divide by r.
// math.md (F.5)
#pragma once

#include <cstddef>

#include "phigp/likelihoods/formula/formula.h"

namespace phigp {

// NaN when no limit is found; +-infinity when the formula clearly goes there.
double log_limit_at_zero(const Formula& formula, const Row& row);

// The limit and its derivative in parameter k.
Dual log_limit_at_zero(const Formula& formula, const Row& row, std::size_t k);

}  // namespace phigp
