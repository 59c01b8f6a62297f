// Hyperparameters of kernel, mean and likelihood by maximising the bound: quasi-Newton steps on the
// collapsed bound, c^2 refreshed after every accepted one, coordinate ascent at the end. The bound
// never ends below where it started. math.md (H.5)
#pragma once

#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/coordinate_ascent.h"

namespace phigp {

struct LearningOptions {
  LearnedParts parts;
  int max_iterations = 200;
  // Converged when three steps in a row each raise the bound by less than this times (number of
  // rows + |bound|).
  double tolerance = 1e-7;
  Watcher watch;
  AscentOptions ascent;  // of the coordinate ascents before and after
};

struct LearningResult {
  Hyperparameters values;
  AscentResult fit;         // at these values
  double first_elbo = 0.0;  // at the initial ones
  int iterations = 0;       // accepted steps
  int evaluations = 0;      // of the collapsed bound
  Stop stop = Stop::converged;
};

LearningResult learn(const TrainingSet& data, const Hyperparameters& start,
                     const LearningOptions& options = {});

}  // namespace phigp
