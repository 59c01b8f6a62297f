// The log evidence itself, without approximation but with a standard error: annealed importance
// sampling (Neal 2001) from coordinate ascent's q. What bounds are measured against. math.md (B.12)
#pragma once

#include "phigp/base/threads.h"
#include "phigp/baselines/baseline_sampler.h"

namespace phigp {

struct AnnealingOptions {
  int particles = 64;
  int temperatures = 200;
  std::uint64_t seed = 0;
};

struct AnnealedEvidence {
  double log_evidence = 0.0;
  double standard_error = 0.0;  // of it, from the spread of the particles
  double effective_particles = 0.0;
};

// The same for any number of threads. Throws InvalidInput for options out of range.
AnnealedEvidence annealed_evidence(const LatentProblem& problem, const AnnealingOptions& options,
                                   const Threads& threads);

}  // namespace phigp
