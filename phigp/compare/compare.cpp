#include "phigp/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "phigp/base/error.h"
#include "phigp/base/memory.h"
#include "phigp/base/thread_clock.h"
#include "phigp/compare/approximation_run.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/linalg/blas.h"
#include "phigp/model/settings_error.h"

namespace phigp {

namespace {

void check(const CompareSettings& settings, double rows) {
  const auto at_least = [](const char* name, double value, double least) {
    require(value >= least, name, value, fmt::format("must be at least {}", least));
  };
  at_least("chains", settings.chains, 1);
  at_least("warm-up", settings.warm_up, 0);
  at_least("draws", settings.draws, 4);  // fewer have no diagnostics
  at_least("thin", settings.thin, 1);
  at_least("seconds", settings.seconds, 0);
  at_least("particles", settings.particles, 2);  // one has no spread
  at_least("temperatures", settings.temperatures, 1);
  const double needed = sizeof(double) * rows * settings.chains * settings.draws;
  require(needed <= 0.5 * usable_memory(), "draws", settings.draws,
          fmt::format("must fit into half of the memory, with {} chains of {:.0f} rows",
                      settings.chains, rows));
}

Vector combined(const Vector& a, const Vector& b) {
  return (a.cwiseAbs2() + b.cwiseAbs2()).cwiseSqrt();
}

}  // namespace

Agreement agreement(const RowMoments& one, const RowMoments& other) {
  const auto largest = [](const Vector& difference, const Vector& error) {
    return difference.cwiseQuotient(error).cwiseAbs().maxCoeff();
  };
  return {largest(one.mean - other.mean, combined(one.mean_error, other.mean_error)),
          largest(one.sd - other.sd, combined(one.sd_error, other.sd_error))};
}

namespace {

// What a sampler is worth as a reference: of means and of squares, since both are compared with it.
double least_effective(const ComparedSampler& sampler) {
  return std::min(sampler.bulk.least, sampler.square.least);
}

// The converged sampler with the most effective draws at its worst row.
const ComparedSampler* reference_of(const std::vector<ComparedSampler>& runs) {
  const ComparedSampler* best = nullptr;
  for (const ComparedSampler& run : runs) {
    if (!run.converged) continue;
    if (best == nullptr || least_effective(run) > least_effective(*best)) best = &run;
  }
  return best;
}

std::string with_parameters(const Likelihood& likelihood) {
  std::string text = likelihood.name();
  const auto& specs = likelihood.parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k)
    text +=
        fmt::format("{}{}={:.6g}", k == 0 ? "(" : ",", specs[k].name, likelihood.parameters()[k]);
  return specs.empty() ? text : text + ")";
}

}  // namespace

RowSpread ComparedSampler::per_second(const RowSpread& effective) const {
  const double seconds = seconds_per_draw * chains * draws;
  return {effective.least / seconds, effective.median / seconds, effective.most / seconds};
}

Comparison compare(const FittedModel& model, const CompareSettings& settings,
                   const Watcher& watch) {
  require_together(!model.sparse(), "compare", "a sparse model",
                   "needs a dense one: --inference dense");
  const std::vector<ComparedMethod> methods = find_methods(settings.methods);
  const TrainingSet& data = model.training();
  check(settings, static_cast<double>(data.size()));
  const Threads threads(settings.threads);
  set_blas_threads(1);  // every method's time is that of one thread
  const Likelihood& likelihood = *model.values().likelihood;
  const DensePrior prior = dense_prior(model.values(), data);
  const Observations observed(likelihood, data.rows, data.weights);
  const double begin = thread_seconds();
  TimedAscent ascent{coordinate_ascent_restarted(prior, likelihood, observed), 0.0};
  ascent.seconds = thread_seconds() - begin;
  const ComparedPosterior posterior{
      model.values(), data, {prior, likelihood, observed, ascent.result.sites, ascent.result.q}};

  Comparison out;
  out.rows = static_cast<std::size_t>(data.size());
  out.likelihood = with_parameters(likelihood);
  out.kernel = model.values().kernel->text();
  out.settings = settings;
  out.seconds_variational = ascent.seconds;
  bool go_on = true;
  const Watcher asked = [&](const Progress& progress) {
    go_on = go_on && (!watch || watch(progress));
    return go_on;
  };
  for (const ComparedMethod& method : methods) {
    if (method.samples && go_on)
      out.samplers.push_back(run_sampler(method, posterior, settings, threads, asked));
  }
  const ComparedSampler* reference = reference_of(out.samplers);
  if (reference != nullptr) {
    const RowMoments& known = reference->moments;
    out.reference = reference->method.name;
    out.reference_error = {known.mean_error.cwiseQuotient(known.sd).maxCoeff(),
                           known.sd_error.cwiseQuotient(known.sd).maxCoeff()};
  }
  for (ComparedSampler& run : out.samplers) {
    if (run.converged && &run != reference)
      run.agreement = agreement(run.moments, reference->moments);
  }
  for (const ComparedMethod& method : methods) {
    if (!method.samples && asked({method.name, 0, 0}))
      out.approximations.push_back(run_approximation(method, posterior, ascent, settings,
                                                     reference ? &reference->moments : nullptr));
  }
  if (!go_on) out.stop = Stop::stopped;
  return out;
}

}  // namespace phigp
