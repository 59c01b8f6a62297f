#include "phigp/model/fit_sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/restarts.h"
#include "phigp/inference/sparse/all_noise.h"
#include "phigp/inference/sparse/inducing_inputs.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/single_precision.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "phigp/linalg/blas.h"
#include "phigp/model/fit.h"
#include "phigp/model/inducing_plan.h"
#include "phigp/model/settings_error.h"
#include "phigp/model/table_rows.h"

namespace phigp {

namespace {

constexpr Eigen::Index kScaleRows = 2000;  // that initial lengthscales are taken from

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

// Random rows, in their order, so that few rows give what the dense engine starts from.
TrainingSet sample_rows(const RowSource& rows, std::uint64_t seed) {
  std::vector<Eigen::Index> chosen = random_rows(rows.size(), kScaleRows, seed);
  std::sort(chosen.begin(), chosen.end());
  TrainingSet sample;
  rows.gather(chosen, sample);
  return sample;
}

double height(const SparseFit& fit) { return fit.elbo + fit.log_prior; }

// Once more with more inducing inputs, from where the first fit ended. One that is stopped does not
// count, since the first is whole, nor one that ends lower.
SparseFit fit_again(const RowSource& rows, const Points& Z, SparseFit before,
                    const Threads& threads, const SparseFitOptions& options) {
  SparseFit fit = sparse_fit(rows, Z, before.values, threads, options);
  if (fit.stop == Stop::stopped) {
    before.stop = Stop::stopped;
    return before;
  }
  std::vector<SparseStage> stages = before.stages;
  stages.insert(stages.end(), fit.stages.begin(), fit.stages.end());
  SparseFit& higher = height(fit) > height(before) ? fit : before;
  higher.first_elbo = before.first_elbo;
  higher.first_log_prior = before.first_log_prior;
  higher.largest_fall = std::max(fit.largest_fall, before.largest_fall);
  higher.stages = std::move(stages);
  return std::move(higher);
}

// Where all is noise to a fit, others from shorter lengthscales, on the sample until one of them
// sees more in it. What goes wrong on the way leaves the fit as it is. (H.8)
SparseFit fit_faster(const RowSource& rows, const TrainingSet& sample, InducingPlan& inducing,
                     const Hyperparameters& start, SparseFit fit, const Threads& threads,
                     SparseFitOptions options) {
  const Watcher watch = options.watch;
  for (int power = 1; power <= kMostShorter && fit.stop != Stop::stopped; ++power) {
    if (!learns_lengthscales(start, options.parts) || !takes_all_for_noise(sample, fit)) break;
    options.watch = named_start(watch, shorter_name(power));
    try {
      const Hyperparameters shorter = shorter_start(start, options.parts, power);
      const Points Z = inducing.first(*shorter.kernel);
      SparseFit found = sparse_fit(RowsInMemory(sample), Z, shorter, threads, options);
      std::vector<SparseStage> stages = fit.stages;
      stages.insert(stages.end(), found.stages.begin(), found.stages.end());
      if (found.stop != Stop::stopped) {
        if (takes_all_for_noise(sample, found)) continue;
        found = sparse_fit(rows, found.Z, found.values, threads, options);
      }
      if (found.stop == Stop::stopped) fit.stop = Stop::stopped;
      if (fit.stop == Stop::stopped || height(found) <= height(fit)) continue;
      stages.insert(stages.end(), found.stages.begin(), found.stages.end());
      found.stages = std::move(stages);
      found.first_elbo = fit.first_elbo;
      found.first_log_prior = fit.first_log_prior;
      found.largest_fall = std::max(found.largest_fall, fit.largest_fall);
      fit = std::move(found);
    } catch (const Error&) {  // no bound so far out, or outside the support of a prior
      continue;
    }
  }
  return fit;
}

// Inducing inputs that somebody chose stay unless they are asked to move, as those of the paper do.
bool moves_inducing(const FitSettings& settings) {
  require_together(settings.optimize || settings.move_inducing != "true", "move-inducing", "true",
                   "needs optimize");
  if (settings.move_inducing != "auto") return settings.move_inducing == "true";
  return settings.optimize && settings.inducing_file.empty() && settings.inference != "paper";
}

std::string engine_text(const FitSettings& settings, const SparseFit& fit, std::size_t rows,
                        const std::string& reason) {
  const bool chosen = settings.inference == "auto";
  std::string text = chosen ? "sparse" : settings.inference;
  if (chosen)
    text += rows > kDenseByDefault ? fmt::format(" (more than {} rows)", kDenseByDefault)
                                   : std::string(" (a setting asks for it)");
  text += fmt::format(", {} inducing inputs", fit.Z.rows());
  if (!reason.empty()) text += fmt::format(" ({})", reason);
  if (fit.single_error)
    text += fmt::format(", single precision{} (off by {:.1g} a row)",
                        *fit.single_error <= kResolved ? "" : " given up", *fit.single_error);
  return text;
}

}  // namespace

FittedModel fit_sparse(const Table& table, const FitSettings& settings,
                       const DataEncoding& encoding, const LikelihoodSpec& spec,
                       const Watcher& watch) {
  const auto begin = Clock::now();
  require_together(!settings.refine, "refine", "true", "needs inference dense");
  require_together(settings.restarts == 0, "restarts", std::to_string(settings.restarts),
                   "need inference dense");
  const Threads threads(settings.threads);
  set_blas_threads(1);  // threads work on blocks of rows
  const TableRows rows(table, encoding);
  const TrainingSet sample = sample_rows(rows, settings.seed);
  const InitialLengthscales scales =
      initial_lengthscales(sample.X, column_ranges(rows, threads), sample.weights);
  const Hyperparameters start =
      initial_hyperparameters(settings, encoding, scales, make_likelihood(spec));
  SparseFitOptions options;
  options.parts = {settings.optimize, settings.optimize, settings.optimize};
  // Checked even where nothing is learned: a mistyped name is a mistake.
  const HyperparameterPrior stated(FreeParameters(start, LearnedParts{}), settings.priors);
  if (settings.optimize) options.priors = settings.priors;
  options.move_inducing = moves_inducing(settings);
  const bool by_batches = settings.inference == "stochastic" || settings.inference == "paper";
  require_together(!by_batches || settings.precision == "double", "precision", settings.precision,
                   "is not for minibatches: needs inference sparse");
  if (settings.precision == "single") options.precision = Precision::single;
  options.max_iterations = settings.iterations;
  options.seed = settings.seed;
  TraceRecorder trace(watch);
  options.watch = trace.watcher();
  InducingPlan inducing(rows, sample.X, settings, encoding, threads, watch);
  const Points Z = inducing.first(*start.kernel);
  FitReport report;
  report.start = {settings.kernel, spec.parameters};
  SparseFit fit;
  std::optional<Points> more;
  if (by_batches) {
    const auto schedule =
        settings.inference == "paper" ? StochasticSchedule::paper : StochasticSchedule::quick;
    StochasticFit stochastic =
        stochastic_fit(rows, Z, start, StochasticPlan::of(schedule, rows.size()), threads, options);
    fit = std::move(stochastic.fit);
    report.curve = std::move(stochastic.curve);
  } else {
    fit = sparse_fit(rows, Z, start, threads, options);
    if (settings.optimize)
      fit = fit_faster(rows, sample, inducing, start, std::move(fit), threads, options);
    if (fit.stop != Stop::stopped) more = inducing.more(*fit.values.kernel, fit.Z.rows());
    if (more && more->rows() > fit.Z.rows())
      fit = fit_again(rows, *more, std::move(fit), threads, options);
  }
  std::string reason;
  if (fit.stop != Stop::stopped)
    reason = more && more->rows() > fit.Z.rows() ? fmt::format("{} were no better", more->rows())
                                                 : inducing.reason(fit.Z.rows(), !by_batches);
  report.engine = engine_text(settings, fit, static_cast<std::size_t>(rows.size()), reason);
  for (const SparseStage& stage : fit.stages) {
    report.stages.push_back(
        {stage.name, static_cast<std::size_t>(stage.rows), stage.iterations, stage.seconds});
    if (stage.name != "coordinate ascent") report.learning_steps += stage.iterations;
  }
  report.trace = trace.phases();
  report.settings = setting_texts(settings);
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
