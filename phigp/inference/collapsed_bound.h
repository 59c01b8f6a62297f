// The bound as a function of all hyperparameters with c^2 held fixed and q(f) at its optimum: a
// lower bound of the ELBO everywhere, equal to it, with the same gradient, where c^2 = E_q[h^2].
// math.md (H.3)
#pragma once

#include "phigp/base/training_set.h"
#include "phigp/inference/dense_prior.h"
#include "phigp/inference/hyperparameters.h"

namespace phigp {

DensePrior dense_prior(const Hyperparameters& at, const TrainingSet& data);

struct CollapsedBound {
  double value = 0.0;
  Vector gradient;  // in the free parameters; empty unless asked for
  DensePosterior q;
  Sites sites;
};

CollapsedBound collapsed_bound(const TrainingSet& data, const Hyperparameters& at,
                               const FreeParameters& free, std::span<const double> c2,
                               bool with_gradient);

// E_q[h^2] of every row.
std::vector<double> refreshed_c2(const Likelihood& likelihood, const TrainingSet& data,
                                 const DensePosterior& q);

}  // namespace phigp
