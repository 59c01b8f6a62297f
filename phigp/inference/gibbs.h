// The exact sampler at fixed hyperparameters: omega given f, f given omega, and again. Several
// chains in parallel, the same for any number of threads. math.md (S.7)
#pragma once

#include <cstdint>

#include "phigp/base/progress.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/latent_sampler.h"

namespace phigp {

struct GibbsOptions {
  int chains = 4;
  int warm_up = 200;  // sweeps of each chain before draws are kept
  int draws = 1000;   // kept of each chain
  int thin = 1;       // sweeps per kept draw
  // Over-relaxation of f (LatentSampler::draw). -0.3 raises the effective number of draws of f by
  // more than half and lowers that of its square by a few per cent.
  double persistence = -0.3;
  bool conditional_means = true;  // hand E[f | omega] to the sink: less noisy than f itself
  std::uint64_t seed = 0;
  Watcher watch;  // called after each sweep of any chain, never by two at a time
};

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

// Chains start around `start` (coordinate ascent's answer), spread by more than q is, so that R-hat
// has something to see. Throws InvalidInput for options out of range.
GibbsReport gibbs(const Likelihood& likelihood, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink);

// The same with a sampler of omega that is at hand: building one may take longer than a short run.
GibbsReport gibbs(const OmegaSampler& omega, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink);

}  // namespace phigp
