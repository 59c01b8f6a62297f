// One sampler of a comparison, from its set-up to the summary of its draws.
#pragma once

#include "phigp/baselines/baseline_sampler.h"
#include "phigp/compare/compare.h"

namespace phigp {

// A model's posterior of f, and coordinate ascent's answer to it.
struct ComparedPosterior {
  const Hyperparameters& values;
  const TrainingSet& data;
  LatentProblem problem;
};

// Of every row; what samplers and approximations are compared by.
struct RowMoments {
  Vector mean;
  Vector sd;
  Vector mean_error;
  Vector sd_error;
};

struct SamplerRun {
  ComparedSampler compared;
  RowMoments moments;
};

// Chains side by side on `threads`; stopped, with what they have, when the watcher says so.
SamplerRun run_sampler(const ComparedMethod& method, const ComparedPosterior& posterior,
                       const CompareSettings& settings, const Threads& threads,
                       const Watcher& watch);

RowSpread spread_of(Vector values);

}  // namespace phigp
