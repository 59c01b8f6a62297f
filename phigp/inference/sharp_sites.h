// Sites so much sharper than their prior that the matrix A of dense_prior.h is nearly singular:
// variances and determinants from its factor lose as many digits as its inverse is large. A square
// root of K has half as many to lose. math.md (K.15)
#pragma once

#include "phigp/inference/dense_prior.h"

namespace phigp {

// Puts m, v, kl and log_evidence in the place of those in q. Precisions must not be negative.
void condition_on_sharp(const DensePrior& prior, const Sites& sites, const ScaledSites& scale,
                        DensePosterior& q);

}  // namespace phigp
