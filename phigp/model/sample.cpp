#include "phigp/model/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/base/memory.h"
#include "phigp/inference/latent_engine.h"
#include "phigp/model/sample_sink.h"
#include "phigp/model/settings_error.h"
#include "phigp/model/sparse_sampling.h"

namespace phigp {

namespace {

TensorStreamOptions stream_options(const FittedModel& model, const SampleSink& sink,
                                   const FreeParameters& free) {
  TensorStreamOptions options;
  options.format = "phigp-draws";
  options.series = sink.series();
  options.metadata["likelihood"] = model.likelihood_spec().to_json();
  options.metadata["kernel"] = model.values().kernel->text();
  if (free.size() > 0) options.metadata["parameters"] = nlohmann::json(free.names()).dump();
  return options;
}

GibbsOptions gibbs_options(const SampleSettings& settings, const Watcher& watch) {
  GibbsOptions options;
  options.chains = settings.chains;
  options.warm_up = settings.warm_up;
  options.draws = settings.draws;
  options.thin = settings.thin;
  options.seed = settings.seed;
  options.watch = watch;
  return options;
}

// What chains start around and are preconditioned by: sites near the mean of those that will be
// drawn. A refined model has others, some of them with a precision that no draw can have.
struct Around {
  Sites sites;
  DensePosterior q;
};
Around augmented(const FittedModel& model, const DensePrior& prior, const Observations& observed) {
  if (!model.report().refinement) return {model.sites(), model.posterior()};
  AscentResult fit = coordinate_ascent(prior, *model.values().likelihood, observed, {},
                                       Marginals{model.posterior().m, model.posterior().v});
  return {std::move(fit.sites), std::move(fit.q)};
}

// Summaries need all draws at once (f, its log density, and what else is drawn).
void require_memory(const SampleSettings& settings, double numbers) {
  constexpr double kGigabyte = 1e9;
  const double needed =
      sizeof(double) * numbers * static_cast<double>(settings.chains) * settings.draws;
  require(needed <= usable_memory(), "draws", settings.draws,
          fmt::format("must fit into memory, with {} chains of {:.0f} numbers per draw: {:.1f} GB "
                      "of {:.1f} GB; a larger thin makes fewer draws do",
                      settings.chains, numbers, needed / kGigabyte, usable_memory() / kGigabyte));
}

// An error in the middle of a run: what was drawn before it becomes the file, as after a stop.
// Where that fails too, on a full disk, the journal stays.
bool keep_draws(TensorStream& file, const SampleSettings& settings) {
  try {
    if (file.empty()) return false;
    file.finish({}, {{"seed", std::to_string(settings.seed)}, {"stop", "failed"}});
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

SampleResult sample(const FittedModel& model, const SampleSettings& settings,
                    const std::string& path, const Watcher& watch, const Table* new_rows) {
  const Clock::time_point begin = Clock::now();
  const TrainingSet& data = model.training();
  const bool full = settings.hyperparameters;
  const GibbsOptions chains = gibbs_options(settings, watch);
  require_together(!full || !model.sparse(), "hyperparameters", "sampled",
                   "need a fit with inference dense");
  const Threads threads(settings.threads);
  check(chains);
  SampleResult result;
  const FreeParameters free(model.values(), {full, full, full});
  const HyperparameterPrior prior =
      HyperparameterPrior::proper(free, settings.initial.value_or(model.values()),
                                  full ? settings.priors : std::vector<PriorStatement>());
  for (Eigen::Index k = 0; k < free.size(); ++k)
    result.parameters.push_back({free.names()[static_cast<std::size_t>(k)], prior.text(k), {}});
  const auto rows = static_cast<double>(data.size());
  const auto fresh = static_cast<double>(new_rows == nullptr ? 0 : new_rows->rows());
  require_memory(settings, (settings.targets ? 3.0 : 2.0) * rows + 2.0 * fresh +
                               static_cast<double>(free.size()));
  SampleSink sink(model, settings, free.size(),
                  new_rows == nullptr ? NewRows() : NewRows(model, *new_rows));
  TensorStream file(path, stream_options(model, sink, free));
  sink.write_to(file);

  const auto run = [&](auto&& sampler) {
    result.seconds_setup = seconds_since(begin);
    const Clock::time_point started = Clock::now();
    auto report = [&] {
      try {
        return sampler();
      } catch (const NumericalError& error) {
        if (!keep_draws(file, settings)) throw;
        throw NumericalError(error.name(), error.value(),
                             error.rule() + "; what was drawn before is in " + path);
      } catch (...) {
        keep_draws(file, settings);
        throw;
      }
    }();
    result.seconds = seconds_since(started);
    result.stop = report.stop;
    result.omega = report.omega;
    result.chain_draws = report.draws;
    return report;
  };
  if (model.sparse()) {
    const SparseSampling parts = sparse_sampling(model, sink.new_rows().inputs(), threads);
    run([&] {
      return gibbs(*model.values().likelihood, parts.observed, *parts.latent, parts.start, chains,
                   threads, sink);
    });
    result.latent_engine = parts.latent->description();
  } else if (full) {
    const Marginals start{model.posterior().m, model.posterior().v};
    const FullGibbsReport report = run([&] {
      return full_gibbs(data, free, prior, model.values(), start, {chains, settings.kernel_moves},
                        threads, sink);
    });
    result.latent_engine = "one factorisation per draw";
    result.evaluations_per_sweep = report.evaluations_per_sweep;
    result.refused = report.refused;
  } else {
    const Marginals start{model.posterior().m, model.posterior().v};
    const Likelihood& likelihood = *model.values().likelihood;
    const DensePrior f_prior = dense_prior(model.values(), data);
    const Observations observed(likelihood, data.rows, data.weights);
    const Around around = augmented(model, f_prior, observed);
    const auto latent = make_latent_sampler(model.values(), data, f_prior, around.sites, around.q);
    if (new_rows != nullptr) sink.hold(cholesky(f_prior.covariance(), "prior covariance"));
    run([&] { return gibbs(likelihood, observed, *latent, start, chains, threads, sink); });
    result.latent_engine = latent->description();
  }

  const UsedDraws used = most_equal_draws(result.chain_draws);
  result.chains = static_cast<int>(used.chains.size());
  result.draws = used.draws;
  for (std::size_t chain = 0; chain < result.chain_draws.size(); ++chain) {
    if (!std::ranges::binary_search(used.chains, chain))
      result.left_out.push_back(static_cast<int>(chain) + 1);
  }
  sink.summarise_into(result, used);
  std::vector<ChainSummary> judged = result.latent;
  for (const SampledParameter& parameter : result.parameters) judged.push_back(parameter.summary);
  result.convergence = report_convergence(judged, result.chains);
  std::map<std::string, Tensor> means{{"mean", tensor_of(result.conditional_mean)}};
  if (new_rows != nullptr) means.emplace("mean.at", tensor_of(result.new_conditional_mean));
  file.finish(means, {{"seed", std::to_string(settings.seed)}, {"stop", to_text(result.stop)}});
  result.file = path;
  return result;
}

}  // namespace phigp
