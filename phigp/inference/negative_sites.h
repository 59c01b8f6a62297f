// Sites of negative precision, which the original model has where log p(y|f) is convex (Student-t
// far from its centre). The matrix of (K.2) is for the others; these are taken in after them,
// exactly, by Woodbury's identity over the few that there are. math.md (K.12)
#pragma once

#include "phigp/inference/dense_prior.h"

namespace phigp {

// q: given all sites but with these precisions 0; afterwards, given the sites as they are. Throws
// NumericalError where the precision of the posterior is not positive definite, InvalidInput for a
// precision that is not finite.
void take_in_negative(const DensePrior& prior, const Sites& sites, DensePosterior& q);

}  // namespace phigp
