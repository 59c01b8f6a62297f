// Gibbs sampling through inducing inputs: in the sparse model f_i are independent given v, so that
// v is drawn with f integrated out, then f, then omega. Exact for that model, which is not the full
// Gaussian process. math.md (Z.9)
#pragma once

#include "phigp/base/threads.h"
#include "phigp/inference/low_rank_prior.h"
#include "phigp/inference/sparse/inducing_basis.h"

namespace phigp {

// f = mean + A^T v + sqrt(d) e at these rows: what LowRankSampler draws from.
LowRankPrior inducing_prior(const InducingBasis& basis, const Hyperparameters& at,
                            const TrainingSet& data, const Threads& threads);

}  // namespace phigp
