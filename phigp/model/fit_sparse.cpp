#include "phigp/model/fit_sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/sparse/sparse_fit.h"
#include "phigp/io/read_table.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr Eigen::Index kDefaultInducing = 200;

Points inducing_inputs(const RowSource& rows, const FitSettings& settings,
                       const DataEncoding& encoding, const Kernel& kernel, const Threads& threads) {
  if (!settings.inducing_file.empty()) {
    const Table table = read_table(settings.inducing_file);
    return encoding.features.encode(table, 0, table.rows()).X;
  }
  const Eigen::Index count = settings.inducing > 0 ? settings.inducing : kDefaultInducing;
  return choose_inducing(rows, std::min(count, rows.size()), inducing_choice(settings.inducing_by),
                         kernel, settings.seed, threads);
}

}  // namespace

FittedModel fit_sparse(const RowSource& rows, const FitSettings& settings,
                       const DataEncoding& encoding, const LikelihoodSpec& spec,
                       const Hyperparameters& start, const Watcher& watch) {
  const auto begin = std::chrono::steady_clock::now();
  require(!settings.refine, "refine", "true", "needs --inference dense");
  require(settings.restarts == 0, "restarts", std::to_string(settings.restarts),
          "need --inference dense");
  const Threads threads(settings.threads);
  set_blas_threads(1);  // threads work on blocks of rows
  SparseFitOptions options;
  options.parts = {settings.optimize, settings.optimize, settings.optimize};
  // Checked even where nothing is learned: a mistyped name is a mistake.
  const HyperparameterPrior stated(FreeParameters(start, LearnedParts{}), settings.priors);
  if (settings.optimize) options.priors = settings.priors;
  options.max_iterations = settings.iterations;
  options.seed = settings.seed;
  options.watch = watch;
  const Points Z = inducing_inputs(rows, settings, encoding, *start.kernel, threads);
  SparseFit fit = sparse_fit(rows, Z, start, threads, options);

  FitReport report;
  report.engine = fmt::format("sparse, {} inducing inputs", Z.rows());
  for (const SparseStage& stage : fit.stages) {
    report.stages.push_back(
        {stage.name, static_cast<std::size_t>(stage.rows), stage.iterations, stage.seconds});
    if (stage.name == "learning") report.learning_steps += stage.iterations;
  }
  report.ascent_iterations = fit.stages.back().iterations;
  report.rows = static_cast<std::size_t>(rows.size());
  report.elbo = fit.elbo;
  report.stop = fit.stop;
  report.largest_fall = fit.largest_fall;
  report.jitter = fit.jitter;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {encoding, spec, std::move(fit.values), SparseState{std::move(fit.Z), std::move(fit.q)},
          std::move(report)};
}

}  // namespace phigp
