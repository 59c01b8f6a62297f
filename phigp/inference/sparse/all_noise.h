// Functions that vary faster than the usual start can see: to a slow f they are noise, and the
// search ends there. math.md (H.8)
#pragma once

#include "phigp/inference/sparse/sparse_fit.h"

namespace phigp {

// Whether f explains next to nothing of these rows.
bool takes_all_for_noise(const TrainingSet& data, const SparseFit& fit);

}  // namespace phigp
