// Effective sample sizes: how many independent draws would estimate something as well as these
// dependent ones do. One number per thing that is estimated. Definitions of Vehtari, Gelman,
// Simpson, Carpenter and Buerkner (2021), numbers equal to ArviZ's. Larger than the number of draws
// when they alternate; at most S log10(S). math.md (D.6, D.7, D.8)
//
// All: NaN if the chains are too short or not finite; the number of draws if what is estimated is
// constant (no error, however many draws).
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/diagnostics/chains.h"

namespace phigp {

double mean_effective_size(const Chains& chains);
// Of (x - mean)^2: what the standard deviation rests on.
double second_moment_effective_size(const Chains& chains);
// Of the indicator x <= quantile(level), 0 < level < 1.
double quantile_effective_size(const Chains& chains, double level);
// After rank normalisation: finite and meaningful even where the mean does not exist.
double bulk_effective_size(const Chains& chains);
// The worse of the 5% and the 95% quantile.
double tail_effective_size(const Chains& chains);

namespace detail {

// Of chains as they are, neither split nor ranked: n x chains, n >= 2. math.md (D.6)
double effective_size(const Matrix& draws);

// Of finite draws as a sampler leaves them, n >= 4, with the same draws in increasing order.
double quantile_effective_size(const Matrix& draws, const Vector& sorted, double level);

}  // namespace detail

}  // namespace phigp
