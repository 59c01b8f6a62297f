// The whole covariance matrix of q(f), which a DensePosterior holds as a factor only.
#pragma once

#include "phigp/inference/dense_prior.h"

namespace phigp {

// S, both triangles. `q` is prior.condition() of sites without negative precisions; throws
// InvalidInput otherwise.
Matrix posterior_covariance(const DensePrior& prior, const DensePosterior& q);

}  // namespace phigp
