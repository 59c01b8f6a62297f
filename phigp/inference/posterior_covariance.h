// The whole covariance matrix of q(f), which a DensePosterior holds as a factor only. math.md
// (K.14)
#pragma once

#include "phigp/inference/dense_prior.h"

namespace phigp {

// S, both triangles. `q` is prior.condition(sites), sites without negative precisions; throws
// InvalidInput otherwise.
Matrix posterior_covariance(const DensePrior& prior, const Sites& sites, const DensePosterior& q);

}  // namespace phigp
