// Posterior draws of a model's latent values by the exact Gibbs sampler, at the hyperparameters of
// the fit, streamed to a file as they come.
#pragma once

#include "phigp/diagnostics/chain_summary.h"
#include "phigp/inference/gibbs.h"
#include "phigp/model/fitted_model.h"
#include "phigp/model/leave_one_out.h"

namespace phigp {

struct SampleSettings {
  int chains = 4;
  int warm_up = 200;
  int draws = 1000;  // of each chain
  int thin = 1;
  std::uint64_t seed = 0;
  int threads = 0;
};

struct SampleResult {
  Stop stop = Stop::iteration_limit;
  int chains = 0;
  int draws = 0;                     // of each chain: the least, if it was stopped
  std::vector<ChainSummary> latent;  // f at each training row, in the units of predict()
  Vector conditional_mean;           // average of E[f | omega]: the better estimate of the mean
  ConvergenceReport convergence;
  std::optional<LeaveOneOut> leave_one_out;  // of the training rows; none for fewer than 2 draws
  Certificate omega;
  double iterations_per_draw = 0.0;  // of conjugate gradients
  long fallbacks = 0;                // draws that needed a factorisation
  double seconds_setup = 0.0;
  double seconds = 0.0;  // of sampling
  std::string file;      // where the draws are
};

// Writes draws to `path` (safetensors: f.chain1, f.chain2, … of [draws x rows]). A run that is
// stopped by the watcher keeps what it has.
SampleResult sample(const FittedModel& model, const SampleSettings& settings,
                    const std::string& path, const Watcher& watch = {});

}  // namespace phigp
