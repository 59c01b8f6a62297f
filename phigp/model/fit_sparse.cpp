#include "phigp/model/fit_sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/base/memory.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "phigp/io/read_table.h"
#include "phigp/linalg/blas.h"
#include "phigp/model/fit.h"
#include "phigp/model/table_rows.h"

namespace phigp {

namespace {

constexpr Eigen::Index kDefaultInducing = 200;
constexpr Eigen::Index kScaleRows = 2000;  // that initial lengthscales are taken from

// Before the work, and by name: every group of blocks sums up a matrix of its own.
void require_memory(Eigen::Index inducing) {
  const double numbers = static_cast<double>(RowBlocks::kMostGroups + 8) *
                         static_cast<double>(inducing) * static_cast<double>(inducing);
  require(sizeof(double) * numbers <= 0.8 * physical_memory(), "inducing inputs",
          static_cast<double>(inducing), "must leave their matrices room in memory");
}

Points inducing_inputs(const RowSource& rows, const FitSettings& settings,
                       const DataEncoding& encoding, const Kernel& kernel, const Threads& threads,
                       const Watcher& watch) {
  if (!settings.inducing_file.empty()) {
    const Table table = read_table(settings.inducing_file);
    return encoding.features.encode(table, 0, table.rows()).X;
  }
  const Eigen::Index count = std::min<Eigen::Index>(
      settings.inducing > 0 ? settings.inducing : kDefaultInducing, rows.size());
  require_memory(count);
  return choose_inducing(rows, count, inducing_choice(settings.inducing_by), kernel, settings.seed,
                         threads, watch);
}

// Of every input column over all rows. Every row is looked at, so that a cell outside its domain
// is found before work begins.
Vector column_ranges(const RowSource& rows, const Threads& threads) {
  const RowBlocks blocks(rows.size());
  struct Group {
    TrainingSet block;
    Eigen::RowVectorXd least;
    Eigen::RowVectorXd most;
  };
  std::vector<Group> groups(blocks.groups());
  blocks.for_each(threads, [&](std::size_t g, std::size_t block) {
    Group& group = groups[g];
    rows.read(blocks.first(block), blocks.size(block), group.block);
    const Eigen::RowVectorXd least = group.block.X.colwise().minCoeff();
    const Eigen::RowVectorXd most = group.block.X.colwise().maxCoeff();
    group.least = group.least.size() == 0 ? least : group.least.cwiseMin(least).eval();
    group.most = group.most.size() == 0 ? most : group.most.cwiseMax(most).eval();
  });
  for (const Group& group : groups) {
    groups[0].least = groups[0].least.cwiseMin(group.least);
    groups[0].most = groups[0].most.cwiseMax(group.most);
  }
  return (groups[0].most - groups[0].least).transpose();
}

Hyperparameters initial_values(const RowSource& rows, const FitSettings& settings,
                               const DataEncoding& encoding, const LikelihoodSpec& spec,
                               const Threads& threads) {
  TrainingSet sample;
  // In their order, so that few rows give what the dense engine starts from.
  std::vector<Eigen::Index> chosen = random_rows(rows.size(), kScaleRows, settings.seed);
  std::sort(chosen.begin(), chosen.end());
  rows.gather(chosen, sample);
  const InitialLengthscales scales = initial_lengthscales(sample.X, column_ranges(rows, threads));
  return initial_hyperparameters(settings, encoding, scales, make_likelihood(spec));
}

}  // namespace

FittedModel fit_sparse(const Table& table, const FitSettings& settings,
                       const DataEncoding& encoding, const LikelihoodSpec& spec,
                       const Watcher& watch) {
  const auto begin = Clock::now();
  require(!settings.refine, "refine", "true", "needs --inference dense");
  require(settings.restarts == 0, "restarts", std::to_string(settings.restarts),
          "need --inference dense");
  const Threads threads(settings.threads);
  set_blas_threads(1);  // threads work on blocks of rows
  const TableRows rows(table, encoding);
  const Hyperparameters start = initial_values(rows, settings, encoding, spec, threads);
  SparseFitOptions options;
  options.parts = {settings.optimize, settings.optimize, settings.optimize};
  // Checked even where nothing is learned: a mistyped name is a mistake.
  const HyperparameterPrior stated(FreeParameters(start, LearnedParts{}), settings.priors);
  if (settings.optimize) options.priors = settings.priors;
  options.max_iterations = settings.iterations;
  options.seed = settings.seed;
  options.watch = watch;
  const Points Z = inducing_inputs(rows, settings, encoding, *start.kernel, threads, watch);
  require_memory(Z.rows());  // of a file
  FitReport report;
  SparseFit fit;
  report.engine =
      fmt::format("{}, {} inducing inputs",
                  settings.inference == "auto" ? "sparse" : settings.inference, Z.rows());
  if (settings.inference == "stochastic" || settings.inference == "paper") {
    const auto schedule =
        settings.inference == "paper" ? StochasticSchedule::paper : StochasticSchedule::quick;
    StochasticFit stochastic =
        stochastic_fit(rows, Z, start, StochasticPlan::of(schedule, rows.size()), threads, options);
    fit = std::move(stochastic.fit);
    report.curve = std::move(stochastic.curve);
  } else {
    fit = sparse_fit(rows, Z, start, threads, options);
  }
  if (settings.inference == "auto")
    report.engine += fmt::format(": more than {} rows", kDenseByDefault);
  for (const SparseStage& stage : fit.stages) {
    report.stages.push_back(
        {stage.name, static_cast<std::size_t>(stage.rows), stage.iterations, stage.seconds});
    if (stage.name != "coordinate ascent") report.learning_steps += stage.iterations;
  }
  report.ascent_iterations = fit.stages.back().iterations;
  report.rows = static_cast<std::size_t>(rows.size());
  report.missing_targets = rows.missing_targets();
  if (settings.impute) report.imputed = rows.imputed();
  report.at_limit = std::move(fit.at_limit);
  report.first_elbo = fit.first_elbo;
  if (!options.priors.empty()) report.log_prior = {fit.log_prior, fit.first_log_prior};
  report.elbo = fit.elbo;
  report.stop = fit.stop;
  report.largest_fall = fit.largest_fall;
  // The least is part of the model, (Z.1), and no news.
  if (fit.jitter > InducingBasis::kLeastJitter) report.jitter = fit.jitter;
  report.seconds = seconds_since(begin);
  SparseState state{std::move(fit.Z), std::move(fit.q), {}};
  if (rows.size() <= kMostKeptRows) rows.read(0, rows.size(), state.rows);
  return {encoding, spec, std::move(fit.values), std::move(state), std::move(report)};
}

}  // namespace phigp
