// The exact sampler of the whole model: f, and the parameters of kernel, mean and likelihood under
// their priors. Several chains in parallel, the same for any number of threads. math.md (S.9)
#pragma once

#include "phigp/inference/full_chain.h"
#include "phigp/inference/gibbs.h"

namespace phigp {

struct FullGibbsOptions {
  GibbsOptions chains;   // persistence does not apply: f is drawn fresh
  int kernel_moves = 4;  // kernel parameters moved per sweep
};

// Valid during the call it is handed to.
struct ModelDraw {
  const Vector& f;
  const Vector* conditional_mean;  // E[f | omega, parameters], or null
  const Hyperparameters& values;
  const Vector& parameters;     // the free ones themselves, in the order of FreeParameters::names
  const Cholesky& factor_of_k;  // for draws at new inputs
};

// Takes draws as DrawSink does.
class ModelDrawSink {
 public:
  virtual ~ModelDrawSink() = default;
  virtual void take(int chain, int draw, const ModelDraw& state) = 0;
};

struct FullGibbsReport {
  Stop stop = Stop::iteration_limit;
  std::vector<int> draws;            // kept, of each chain
  Certificate omega;                 // how omega was drawn
  double evaluations_per_sweep = 0;  // factorisations for kernel parameters
  long refused = 0;                  // places where a density could not be computed
};

// Chains start around `values` and `start`, spread. Throws InvalidInput for options out of range,
// for values outside the support of their priors, and for a likelihood with free parameters that is
// no density in y.
FullGibbsReport full_gibbs(const TrainingSet& data, const FreeParameters& free,
                           const HyperparameterPrior& prior, const Hyperparameters& values,
                           const Marginals& start, const FullGibbsOptions& options,
                           const Threads& threads, ModelDrawSink& sink);

}  // namespace phigp
