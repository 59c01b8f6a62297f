// One stochastic step: q(v) moves towards what a minibatch, counted N/|B| times, would make of it,
// and the same products give the gradient of the bound in the hyperparameters with q(u) held.
// math.md (Z.10)
#pragma once

#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/inference/sparse/sparse_posterior.h"

namespace phigp {

struct BatchStep {
  NaturalParameters target;  // of the batch alone: a full step goes there
  double bound = 0.0;        // of all rows, estimated from the batch, of the q it started from
  Vector gradient;           // as asked for, in the free parameters and in the inducing inputs
};

// What a step works in, kept from one to the next: memory that is handed back to the system and
// fetched again costs as much as some of the products.
struct BatchMemory {
  TrainingSet rows;
  Matrix A;
  Matrix U;
  Matrix S;
  Matrix K;  // k(Z, X) and L^-T (I - S), where there are more rows than inducing inputs
  Matrix G;
  Matrix slope;
  SiteSums sums;
  SiteSums::Memory of_sums;
  std::unique_ptr<KernelTape> tape;
};

enum class StepGradient { none, hyperparameters, and_inputs };

// `counts_for`: N / |B|, how many rows each row of the batch stands for.
BatchStep batch_step(const InducingBasis& basis, const Hyperparameters& at,
                     const TrainingSet& batch, double counts_for, const SparsePosterior& q,
                     const FreeParameters& free, StepGradient wanted, BatchMemory& memory);

// The sites that q knows, seen from another basis: what they say about u stays. (Z.11)
void carry(const InducingBasis& from, const InducingBasis& to, NaturalParameters& q);

}  // namespace phigp
