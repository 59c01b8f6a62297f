// Which engine draws f given sites: the r dimensions of the kernel matrix where they are few,
// conjugate gradients otherwise.
#pragma once

#include <memory>

#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/latent_sampler.h"

namespace phigp {

// `q` is prior.condition(around), prior that of `at` and `data`; the prior is kept by reference.
std::unique_ptr<LatentSampler> make_latent_sampler(const Hyperparameters& at,
                                                   const TrainingSet& data, const DensePrior& prior,
                                                   const Sites& around, const DensePosterior& q);

}  // namespace phigp
