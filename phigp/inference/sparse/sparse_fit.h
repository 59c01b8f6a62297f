// From rows to a fitted sparse model: hyperparameters on growing random subsets of the rows, then
// passes over all of them. Nothing to tune: sizes, weights and stopping rules are stated in math.md
// (Z.8).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "phigp/inference/prior_law.h"
#include "phigp/inference/sparse/sparse_ascent.h"

namespace phigp {

struct SparseFitOptions {
  LearnedParts parts;
  std::vector<PriorStatement> priors;
  bool move_inducing = false;  // the inducing inputs are learned too. (Z.14)
  // Single as long as that makes no difference. (Z.15)
  Precision precision = Precision::full;
  int max_iterations = 200;  // of learning, in each stage
  double tolerance = 1e-5;   // of the last stage; see SparseLearningOptions
  std::uint64_t seed = 0;
  Watcher watch;
};

// One stage of a fit, for the report.
struct SparseStage {
  std::string name;       // "learning", "coordinate ascent"
  Eigen::Index rows = 0;  // that it looked at
  int iterations = 0;
  double bound = 0.0;  // at its end, of the rows it looked at, weights included
  double seconds = 0.0;
  Stop stop = Stop::converged;
};

struct SparseFit {
  Hyperparameters values;
  Points Z;
  NaturalParameters q;
  double elbo = 0.0;                  // of all rows
  double first_elbo = 0.0;            // an estimate, from the rows of the first stage, at the start
  std::vector<std::string> at_limit;  // parameters that learning left as far out as they may go
  double log_prior = 0.0;             // of the values; 0 without priors
  double first_log_prior = 0.0;       // of the initial ones
  double jitter = 0.0;
  // Of single precision, where it was asked for; larger than kResolved: it was given up.
  std::optional<double> single_error;
  double largest_fall = 0.0;
  Stop stop = Stop::converged;
  std::vector<SparseStage> stages;
};

SparseFit sparse_fit(const RowSource& rows, const Points& Z, const Hyperparameters& start,
                     const Threads& threads, const SparseFitOptions& options = {});

}  // namespace phigp
