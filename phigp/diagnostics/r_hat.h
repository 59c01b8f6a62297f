// R-hat: by how much the spread of all chains together exceeds the spread within one. 1 when the
// chains agree; above 1.01 they have not yet found the same law. math.md (D.4, D.5)
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/diagnostics/chains.h"

namespace phigp {

// Rank-normalised and split; the larger of that of the draws (do the chains agree in place?) and
// that of the folded draws (do they agree in spread?). Equal to ArviZ's, which however refuses a
// single chain: here its halves are compared.
// NaN if the chains are constant, too short or not finite; infinity if every half chain is stuck.
double r_hat(const Chains& chains);

namespace detail {

double potential_scale_reduction(const Matrix& draws);  // n x chains, at least 2 of each. (D.4)

// Of split chains and the same after rank normalisation. (D.5)
double r_hat(const Matrix& halves, const Matrix& ranked);

}  // namespace detail

}  // namespace phigp
