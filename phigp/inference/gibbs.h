// The exact sampler at fixed hyperparameters: omega given f, f given omega, and again. Several
// chains in parallel, the same for any number of threads. math.md (S.7)
#pragma once

#include "phigp/inference/chain_runner.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/latent_sampler.h"

namespace phigp {

// Takes draws as they come: `take` is called in order for each chain, for different chains from
// different threads.
class DrawSink {
 public:
  virtual ~DrawSink() = default;
  virtual void take(int chain, int draw, const Vector& f, const Vector* conditional_mean) = 0;
};

struct GibbsReport {
  Stop stop = Stop::iteration_limit;  // or stopped: every chain kept what it had
  std::vector<int> draws;             // kept, of each chain
  Certificate omega;                  // how omega was drawn
};

// f where a chain starts: around coordinate ascent's q, spread by more than q is, so that R-hat has
// something to see.
Vector spread_start(const Marginals& q, Stream& stream);

// Chains start around `start`, coordinate ascent's answer. Throws InvalidInput for options out of
// range.
GibbsReport gibbs(const Likelihood& likelihood, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink);

// The same with a sampler of omega that is at hand: building one may take longer than a short run.
GibbsReport gibbs(const OmegaSampler& omega, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink);

}  // namespace phigp
