// Hyperparameters of kernel, mean and likelihood by maximising the bound: quasi-Newton steps on the
// collapsed bound, c^2 refreshed after every accepted one, coordinate ascent at the end. The bound
// never ends below where it started. With priors, what is raised is the bound plus the log density
// of the parameters. math.md (H.5), (H.6)
#pragma once

#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/prior_law.h"

namespace phigp {

struct LearningOptions {
  LearnedParts parts;
  std::vector<PriorStatement> priors;  // none: the bound alone
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
  double log_prior = 0.0;   // of the values; 0 without priors
  double first_log_prior = 0.0;
  std::vector<std::string> at_limit;  // parameters that ended as far out as they may go
  int iterations = 0;                 // accepted steps
  int evaluations = 0;                // of the collapsed bound
  Stop stop = Stop::converged;
};

LearningResult learn(const TrainingSet& data, const Hyperparameters& start,
                     const LearningOptions& options = {});

}  // namespace phigp
