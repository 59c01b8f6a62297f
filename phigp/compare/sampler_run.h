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

// Chains side by side on `threads`; stopped, with what they have, when the watcher says so.
ComparedSampler run_sampler(const ComparedMethod& method, const ComparedPosterior& posterior,
                            const CompareSettings& settings, const Threads& threads,
                            const Watcher& watch);

RowSpread spread_of(Vector values);

Agreement agreement(const RowMoments& one, const RowMoments& other);

}  // namespace phigp
