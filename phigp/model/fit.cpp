#include "phigp/model/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/refinement.h"
#include "phigp/inference/restarts.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/linalg/blas.h"
#include "phigp/model/fit_sparse.h"
#include "phigp/model/settings_error.h"
#include "phigp/model/table_rows.h"

namespace phigp {

namespace {

Hyperparameters initial_values(const FitSettings& settings, const DataEncoding& encoding,
                               const TrainingSet& data, const LikelihoodPtr& likelihood) {
  return initial_hyperparameters(settings, encoding, initial_lengthscales(data.X, data.weights),
                                 likelihood);
}

// Puts the refined q and its sites in the place of coordinate ascent's.
RefinementReport refine_fit(const TrainingSet& data, const Hyperparameters& values,
                            const Watcher& watch, AscentResult& fit) {
  const auto begin = Clock::now();
  const Observations observed(*values.likelihood, data.rows, data.weights);
  RefinementOptions options;
  options.watch = watch;
  RefinementResult refined =
      refine(dense_prior(values, data), *values.likelihood, observed, fit.sites, options);
  fit.q = std::move(refined.q);
  fit.sites = std::move(refined.sites);
  return {refined.first_elbo, refined.elbo,         refined.iterations,
          refined.stop,       refined.largest_fall, seconds_since(begin)};
}

// Stated settings that only a sparse model has.
bool asks_for_sparse(const FitSettings& settings) {
  const FitSettings none;
  return settings.inducing != none.inducing || settings.inducing_by != none.inducing_by ||
         settings.inducing_file != none.inducing_file || settings.move_inducing == "true" ||
         settings.precision != none.precision;
}

bool takes_sparse(const FitSettings& settings, std::size_t rows) {
  if (settings.inference != "auto") return settings.inference != "dense";
  if (asks_for_sparse(settings)) return true;
  return rows > kDenseByDefault && !settings.refine && settings.restarts == 0;
}

// Which engine, and why it.
std::string engine_text(const FitSettings& settings, std::size_t rows) {
  if (settings.inference == "dense") return "dense";
  if (rows <= kDenseByDefault) return fmt::format("dense (at most {} rows)", kDenseByDefault);
  return fmt::format("dense ({} needs it)", settings.refine ? "refine" : "restarts");
}

}  // namespace

LikelihoodSpec chosen_likelihood(const Table& table, const FitSettings& settings) {
  require(!settings.target.empty(), "target", "", "must name the column to predict");
  LikelihoodSpec spec = settings.likelihood;
  if (spec.stated()) {
    // In silence they would be left out of everything.
    require_together(
        settings.trials.empty() || make_likelihood(spec)->domain() == Domain::successes, "trials",
        settings.trials, "need a likelihood of successes, such as binomial");
    return with_learned_scale(std::move(spec));
  }
  if (!settings.trials.empty()) {
    spec.name = "binomial";
  } else {
    spec.name = looks_like_labels(table, settings.target) ? "logistic" : "student-t";
  }
  return spec;
}

Hyperparameters initial_hyperparameters(const FitSettings& settings, const DataEncoding& encoding,
                                        const InitialLengthscales& lengthscales,
                                        const LikelihoodPtr& likelihood) {
  InitialScales initial;
  initial.lengthscale = lengthscales.shared;
  initial.lengthscales = lengthscales.per_dimension;
  const auto inputs = static_cast<Eigen::Index>(encoding.features.width());
  return {parse_kernel(settings.kernel, inputs, initial, encoding.features.feature_names()),
          MeanFunction(mean_kind(settings.mean), inputs), likelihood};
}

Hyperparameters initial_hyperparameters(const FitSettings& settings, const FittedModel& model) {
  LikelihoodSpec spec = model.likelihood_spec();
  spec.parameters = settings.likelihood.parameters;
  return initial_values(settings, model.encoding(), model.training(),
                        make_likelihood(with_learned_scale(std::move(spec))));
}

FittedModel fit(const Table& table, const FitSettings& settings, const Watcher& watch) {
  const LikelihoodSpec spec = chosen_likelihood(table, settings);
  const Domain domain = make_likelihood(spec)->domain();
  return fit_encoded(table, settings, learn_encoding(table, settings, domain), watch);
}

FittedModel fit_encoded(const Table& table, const FitSettings& settings,
                        const DataEncoding& encoding, const Watcher& outside) {
  const auto begin = Clock::now();
  const Watcher watch = within_seconds(settings.time_limit, outside);
  const LikelihoodSpec spec = chosen_likelihood(table, settings);
  const LikelihoodPtr likelihood = make_likelihood(spec);
  const std::size_t rows = static_cast<std::size_t>(TableRows(table, encoding).size());
  if (takes_sparse(settings, rows)) return fit_sparse(table, settings, encoding, spec, watch);
  require(rows <= kMostDenseRows, "training rows", std::to_string(rows),
          fmt::format("must be at most {} for a dense model; inference sparse takes any number",
                      kMostDenseRows));
  require_together(!asks_for_sparse(settings), "inference", "dense",
                   "has no inducing inputs and no choice of precision");
  require_together(settings.optimize || settings.restarts == 0, "restarts",
                   std::to_string(settings.restarts), "need optimize");
  EncodedTraining training = encode_training(table, encoding);

  set_blas_threads_for(training.data.size(), Threads(settings.threads).count());
  const Hyperparameters start = initial_values(settings, encoding, training.data, likelihood);
  LearningOptions options;
  options.parts = {settings.optimize, settings.optimize, settings.optimize};
  // Checked even where nothing is learned: a mistyped name is a mistake.
  const HyperparameterPrior stated(FreeParameters(start, LearnedParts{}), settings.priors);
  if (settings.optimize) options.priors = settings.priors;
  options.max_iterations = settings.iterations;
  options.tolerance = settings.tolerance;
  TraceRecorder trace(watch);
  options.watch = trace.watcher();
  options.ascent.watch = options.watch;
  RestartedLearning all =
      learn_restarted(training.data, start, options, settings.restarts, settings.seed);
  LearningResult& learned = all.best;

  FitReport report;
  if (settings.refine && learned.stop != Stop::stopped)
    report.refinement = refine_fit(training.data, learned.values, options.watch, learned.fit);
  report.trace = trace.phases();
  report.settings = setting_texts(settings);
  report.start = {settings.kernel, spec.parameters};
  report.engine = engine_text(settings, rows);
  report.rows = rows;
  report.missing_targets = training.missing_targets;
  report.imputed = training.imputed;
  report.elbo = learned.fit.elbo;
  report.first_elbo = learned.first_elbo;
  if (!options.priors.empty()) report.log_prior = {learned.log_prior, learned.first_log_prior};
  report.at_limit = learned.at_limit;
  if (all.bounds.size() > 1) report.start_bounds = std::move(all.bounds);
  report.learning_steps = learned.iterations;
  report.ascent_iterations = learned.fit.iterations;
  report.stop = learned.stop;
  report.largest_fall = learned.fit.largest_fall;
  report.jitter = learned.fit.q.jitter;
  report.seconds = seconds_since(begin);
  return {encoding,
          spec,
          std::move(learned.values),
          std::move(training.data),
          std::move(learned.fit.sites),
          std::move(report)};
}

}  // namespace phigp
