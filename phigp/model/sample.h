// Posterior draws by the exact Gibbs sampler, streamed to a file as they come: of f at the
// hyperparameters of the fit, or of f and the hyperparameters; at the training rows and, on
// request, at new ones; and of y.
#pragma once

#include "phigp/diagnostics/chain_summary.h"
#include "phigp/inference/full_gibbs.h"
#include "phigp/model/fitted_model.h"
#include "phigp/model/leave_one_out.h"

namespace phigp {

struct SampleSettings {
  int chains = 4;
  int warm_up = 200;
  int draws = 1000;  // of each chain
  int thin = 1;
  bool hyperparameters = false;  // sample them too
  int kernel_moves = 4;          // of the kernel's parameters per sweep, if they are sampled
  std::vector<PriorStatement> priors;
  // What the default priors are centred on (initial_hyperparameters()); none: the fit's values.
  std::optional<Hyperparameters> initial;
  bool targets = false;  // draw y at the training rows as well
  std::uint64_t seed = 0;
  int threads = 0;
};

struct SampledParameter {
  std::string name;
  std::string prior;
  ChainSummary summary;
};

struct SampleResult {
  Stop stop = Stop::iteration_limit;
  // Summaries are of the first `draws` of `chains` chains: all, unless the run was stopped. Then
  // chains that had hardly begun are left out.
  int chains = 0;
  int draws = 0;
  std::vector<int> chain_draws;      // of every chain, in the file
  std::vector<int> left_out;         // chains, counted from 1, that summaries do not use
  std::vector<ChainSummary> latent;  // f at each training row, in the units of predict()
  // Average of E[f | omega], the better estimate of the mean; of f itself where chains were stopped
  // at different draws, so that it is of the draws that the summaries are of.
  Vector conditional_mean;
  std::vector<SampledParameter> parameters;  // of kernel, mean and likelihood, if sampled
  std::vector<ChainSummary> targets;         // y at each training row, if asked for
  std::vector<ChainSummary> new_latent;      // f at each new row
  std::vector<ChainSummary> new_targets;     // y there; of labels, 1 for the positive one
  Vector new_conditional_mean;
  std::vector<CellCount> unseen;  // of new rows: cells whose category training did not have
  ConvergenceReport convergence;  // of f at the training rows and of the parameters
  std::optional<LeaveOneOut> leave_one_out;  // of the training rows; none for fewer than 2 draws
  Certificate omega;
  std::string latent_engine;           // how f was drawn given omega
  double evaluations_per_sweep = 0.0;  // factorisations for kernel parameters, if sampled
  long refused = 0;                    // places where a density could not be computed
  double seconds_setup = 0.0;
  double seconds = 0.0;  // of sampling
  std::string file;      // where the draws are
};

// Writes draws to `path` (safetensors: f.chain1, … of [draws x rows]; likewise y, f.at, y.at and
// parameters, whose names are in the metadata). A run that is stopped by the watcher keeps what it
// has, and so does one that ends in an error: the file is then there, and the error thrown.
// `new_rows`: a table with the model's features, or null.
SampleResult sample(const FittedModel& model, const SampleSettings& settings,
                    const std::string& path, const Watcher& watch = {},
                    const Table* new_rows = nullptr);

}  // namespace phigp
