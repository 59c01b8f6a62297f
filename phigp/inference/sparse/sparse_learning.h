// Hyperparameters of the sparse model on rows that are held in memory: quasi-Newton steps on the
// collapsed bound. Each accepted step refreshes c^2 from the marginals that its gradient brings:
// one value and one gradient per step, no sweeps in between. math.md (Z.6)
#pragma once

#include <optional>

#include "phigp/base/progress.h"
#include "phigp/inference/prior_law.h"
#include "phigp/inference/sparse/sparse_bound.h"
#include "phigp/linalg/lbfgs.h"

namespace phigp {

struct SparseLearningOptions {
  LearnedParts parts;
  std::vector<PriorStatement> priors;
  bool move_inducing = false;  // the inducing inputs are learned too
  Precision precision = Precision::full;
  int max_iterations = 200;
  // Converged when three steps in a row, ten where inducing inputs move, raise the bound by less
  // than this times (sum of the rows' weights + |bound|) each on average.
  double tolerance = 1e-6;
  Vector highest = Vector();  // where free parameters may not go beyond; empty: as far as they may
  Lbfgs memory = Lbfgs();     // of the curvature, where that is known from other rows
  Watcher watch;
};

struct SparseLearningResult {
  Hyperparameters values;
  Points Z;
  NaturalParameters q;
  double bound = 0.0;        // without the log prior
  double first_bound = 0.0;  // likewise
  double log_prior = 0.0;    // 0 without priors
  double first_log_prior = 0.0;
  int iterations = 0;  // accepted steps
  int trials = 0;      // of steps, accepted or not: evaluations of the bound in line searches
  Stop stop = Stop::converged;
  std::vector<std::string> at_limit;  // parameters that ended at a limit of their range
  Lbfgs memory;
};

// `c2`: where omega is taken at the start, one per row; E[h^2] under some q.
SparseLearningResult sparse_learn(const TrainingSet& data, const Points& Z,
                                  const Hyperparameters& start, std::vector<double> c2,
                                  const Threads& threads, SparseLearningOptions options = {});

}  // namespace phigp
