// Several methods on one posterior of f, at the hyperparameters of a fitted model: what each draw
// costs, how far apart draws have to be, whether the samplers agree, and how far approximations are
// from them. All diagnostics are of f at the training rows, whatever coordinates a method walks in;
// all times are processor times of the threads that worked.
#pragma once

#include <optional>

#include "phigp/compare/methods.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

inline constexpr int kComparedLags = 10;

struct CompareSettings {
  std::vector<std::string> methods{"gibbs",      "gibbs-plain",      "nuts-prior",
                                   "nuts-eigen", "nuts-variational", "elliptical"};
  int chains = 4;
  int warm_up = 500;   // of each chain
  int draws = 1000;    // of each chain; fewer where the time is up
  int thin = 1;        // steps per draw
  double seconds = 0;  // of each chain, after its warm-up; 0: no limit
  int particles = 64;  // of annealing
  int temperatures = 200;
  std::uint64_t seed = 0;
  int threads = 0;
};

// Over the rows.
struct RowSpread {
  double least = 0.0;
  double median = 0.0;
  double most = 0.0;
};

// Largest difference over rows from the reference, in standard errors of the difference.
struct Agreement {
  double mean = 0.0;
  double sd = 0.0;
};

// Largest Monte Carlo error over rows, in standard deviations.
struct ReferenceError {
  double mean = 0.0;
  double sd = 0.0;
};

// Of every row; what samplers and approximations are compared by.
struct RowMoments {
  Vector mean;
  Vector sd;
  Vector mean_error;
  Vector sd_error;
};

struct ComparedSampler {
  ComparedMethod method;
  std::string refused;  // why it could not be set up or run; empty if it could
  int chains = 0;
  int draws = 0;               // of each chain
  double seconds_setup = 0.0;  // before the first step: coordinates, factors, tables; not ascent
  double seconds_per_draw = 0.0;
  Vector autocorrelation;  // of f at lags 1 ... kComparedLags, mean over rows
  RowSpread r_hat;
  RowSpread bulk;  // effective sizes of f
  RowSpread tail;
  RowSpread mean;
  RowSpread square;                    // of (f - mean)^2
  RowMoments moments;                  // of f, in the units of the model
  bool converged = false;              // R-hat at most 1.01 at every row
  std::optional<Agreement> agreement;  // of those that have converged, but the reference
  double acceptance = 0.0;             // of baselines
  double evaluations = 0.0;            // of p(y|f) per draw
  double step_size = 0.0;
  long divergences = 0;
  std::string engine;          // of Gibbs: how f and omega were drawn
  double seconds_omega = 0.0;  // of Gibbs: the part of a sweep that draws omega

  // Effective draws of the mean of f, and of its square, per second of processor time.
  RowSpread per_second(const RowSpread& effective) const;
};

struct ComparedApproximation {
  ComparedMethod method;
  std::string refused;  // why it has no answer; empty if it has
  double seconds = 0.0;
  double log_evidence = 0.0;                  // a bound, for variational methods
  std::optional<double> standard_error;       // of annealing
  std::optional<double> effective_particles;  // of annealing: what its weights leave of them
  std::optional<double> original_bound;  // of vi: the bound of the original model at the same q
  std::optional<double> gap;             // of vi: sum of E log phi(h^2) - log phi(c^2), (L.5)
  int iterations = 0;
  std::string stop;
  // Against the reference sampler, if there is one: largest |mean difference| in its standard
  // deviations, and the ratio of standard deviations.
  std::optional<double> mean_error;
  std::optional<RowSpread> sd_ratio;
};

struct Comparison {
  std::size_t rows = 0;
  std::string likelihood;  // with its parameters
  std::string kernel;
  CompareSettings settings;
  double seconds_variational = 0.0;  // coordinate ascent, which chains and coordinates start from
  std::string reference;  // the converged sampler with the most effective draws; empty: none
  // What the reference does not know itself; errors of approximations contain it.
  std::optional<ReferenceError> reference_error;
  std::vector<ComparedSampler> samplers;
  std::vector<ComparedApproximation> approximations;
  Stop stop = Stop::converged;  // or stopped: methods after the last are missing
};

// Throws InvalidInput for settings out of range and for a sparse model.
Comparison compare(const FittedModel& model, const CompareSettings& settings,
                   const Watcher& watch = {});

}  // namespace phigp
