// What the Gibbs sampler needs of a sparse model. New rows are rows without a target: they have
// sites of precision 0, and f there is drawn with the rest.
#pragma once

#include <memory>

#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/latent_sampler.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

struct SparseSampling {
  Observations observed;  // of the training rows, then of the new ones, whose weight is 0
  std::unique_ptr<LatentSampler> latent;
  Marginals start;
};

// Throws InvalidInput for a model that does not have its rows any more.
SparseSampling sparse_sampling(const FittedModel& model, const EncodedInputs& fresh,
                               const Threads& threads);

}  // namespace phigp
