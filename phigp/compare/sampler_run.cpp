#include "phigp/compare/sampler_run.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <mutex>

#include "phigp/augmentation/inversion_sampler.h"
#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/base/thread_clock.h"
#include "phigp/compare/draw_store.h"
#include "phigp/diagnostics/autocovariance.h"
#include "phigp/inference/latent_engine.h"

namespace phigp {

namespace {

constexpr std::uint64_t kSetApart = 0x9e3779b97f4a7c15;  // between the seeds of chains
constexpr double kConverged = 1.01;
constexpr int kTimedSweeps = 200;
constexpr double kTimingLimit = 0.5;  // seconds

// A sampler that is set up: runs one chain into a sink.
using ChainOf = std::function<WalkerReport(const GibbsOptions& options, DrawSink& sink)>;
struct ReadySampler {
  ChainOf chain;
  std::function<std::string()> engine;
  std::function<double()> seconds_omega;
};

std::shared_ptr<const OmegaSampler> omega_sampler(const std::string& name,
                                                  const RadialPtr& radial) {
  if (name == "gibbs-table") {
    SamplerOptions options;
    options.allow_exact = false;
    return make_sampler(radial, options);
  }
  if (name != "gibbs-inversion") return make_sampler(radial);
  require(radial->row_dependence() == Radial::RowDependence::none, "gibbs-inversion: phi",
          radial->describe(), "must be the same for all rows");
  return std::make_shared<InversionSampler>(radial);
}

// Of one sweep, at the mean of q.
double seconds_of_omega(const OmegaSampler& omega, const LatentProblem& problem) {
  Sites sites;
  const Threads alone(1);
  const double begin = thread_seconds();
  int sweeps = 0;
  for (std::uint64_t index = 0; sweeps < kTimedSweeps; ++sweeps) {
    index += draw_sites(omega, problem.observed, span_of(problem.q.m),
                        {0, Purpose::omega, 0, index}, alone, sites);
    if (thread_seconds() - begin > kTimingLimit) break;
  }
  return (thread_seconds() - begin) / std::min(sweeps + 1, kTimedSweeps);
}

ReadySampler gibbs_sampler(const std::string& name, const ComparedPosterior& posterior) {
  const LatentProblem& problem = posterior.problem;
  const std::shared_ptr<const OmegaSampler> omega =
      omega_sampler(name, problem.likelihood.radial_ptr());
  std::shared_ptr<const LatentSampler> latent;
  if (name == "gibbs-cholesky") {
    latent = std::make_shared<DirectSampler>(problem.prior);
  } else {
    latent = make_latent_sampler(posterior.values, posterior.data, problem.prior, problem.sites,
                                 problem.q);
  }
  omega->prepare(problem.observed.rows);
  const double persistence = name == "gibbs" ? GibbsOptions().persistence : 0.0;
  return {[=](const GibbsOptions& options, DrawSink& sink) {
            GibbsOptions own = options;
            own.persistence = persistence;
            own.conditional_means = false;
            gibbs(*omega, problem.observed, *latent, {problem.q.m, problem.q.v}, own, Threads(1),
                  sink);
            return WalkerReport();
          },
          [=] { return omega->certificate().text() + "; " + latent->description(); },
          [=] { return seconds_of_omega(*omega, problem); }};
}

ReadySampler baseline_sampler(const std::string& name, const ComparedPosterior& posterior) {
  auto sampler = std::make_shared<BaselineSampler>(*find_baseline(name), posterior.problem);
  return {[sampler](const GibbsOptions& options, DrawSink& sink) {
            return sampler->run(options, Threads(1), sink).walkers.front();
          },
          [] { return std::string(); }, [] { return 0.0; }};
}

void average(const std::vector<WalkerReport>& walkers, int thin, ComparedSampler& into) {
  const auto count = static_cast<double>(walkers.size());
  for (const WalkerReport& walker : walkers) {
    into.acceptance += walker.acceptance / count;
    into.evaluations += thin * walker.evaluations / count;
    into.step_size += walker.step_size / count;
    into.divergences += walker.divergences;
  }
}

void summarise(const DrawStore& store, const Threads& threads, ComparedSampler& compared) {
  const Eigen::Index n = store.rows();
  compared.draws = store.equal_draws();
  compared.seconds_per_draw = store.seconds_per_draw();
  std::vector<ChainSummary> rows(static_cast<std::size_t>(n));
  const Eigen::Index lags = std::min<Eigen::Index>(kComparedLags, compared.draws - 1);
  Matrix correlations =
      Matrix::Constant(kComparedLags, n, std::numeric_limits<double>::quiet_NaN());
  threads.for_each_block(rows.size(), [&](std::size_t i) {
    const auto at = static_cast<Eigen::Index>(i);
    const Chains chains = store.row(at);
    rows[i] = summarise(chains);
    if (lags > 0 && rows[i].state == ChainState::usable)
      correlations.col(at).head(lags) = autocorrelation(chains, lags).tail(lags);
  });
  compared.autocorrelation = correlations.rowwise().mean();
  const auto column = [&](double ChainSummary::* field) {
    Vector values(n);
    for (Eigen::Index i = 0; i < n; ++i) values[i] = rows[static_cast<std::size_t>(i)].*field;
    return values;
  };
  compared.r_hat = spread_of(column(&ChainSummary::r_hat));
  compared.bulk = spread_of(column(&ChainSummary::bulk_effective_size));
  compared.tail = spread_of(column(&ChainSummary::tail_effective_size));
  compared.mean = spread_of(column(&ChainSummary::mean_effective_size));
  compared.square = spread_of(column(&ChainSummary::second_moment_effective_size));
  compared.converged = compared.r_hat.most <= kConverged;
  compared.moments = {column(&ChainSummary::mean), column(&ChainSummary::sd),
                      column(&ChainSummary::mean_error), column(&ChainSummary::sd_error)};
}

}  // namespace

// A row without a number (a constant chain, a chain too short) makes all three NaN: nothing is
// better than its worst row.
RowSpread spread_of(Vector values) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (values.size() == 0 || values.hasNaN()) return {nan, nan, nan};
  std::sort(values.begin(), values.end());
  const Eigen::Index n = values.size();
  return {values[0], 0.5 * (values[(n - 1) / 2] + values[n / 2]), values[n - 1]};
}

ComparedSampler run_sampler(const ComparedMethod& method, const ComparedPosterior& posterior,
                            const CompareSettings& settings, const Threads& threads,
                            const Watcher& watch) {
  ComparedSampler run;
  run.method = method;
  run.chains = settings.chains;
  const double begin = thread_seconds();
  ReadySampler sampler;
  try {
    sampler = find_baseline(method.name) ? baseline_sampler(method.name, posterior)
                                         : gibbs_sampler(method.name, posterior);
  } catch (const Error& error) {
    run.refused = error.what();
    return run;
  }
  run.seconds_setup = thread_seconds() - begin;
  run.seconds_omega = sampler.seconds_omega();  // a measurement, not part of the set-up
  DrawStore store(posterior.data.size(), settings.chains, settings.draws);
  std::vector<WalkerReport> walkers(static_cast<std::size_t>(settings.chains));
  std::mutex watching;
  int done = 0;
  std::atomic<bool> stopped = false;  // read by chains that have not begun
  const int all = settings.chains * (settings.warm_up + settings.draws * settings.thin);
  // Each chain on its own, so that its time is its own and a limit meets all of them alike.
  const auto run_chain = [&](std::size_t chain) {
    double started = thread_seconds();
    GibbsOptions options;
    options.chains = 1;
    options.warm_up = settings.warm_up;
    options.draws = settings.draws;
    options.thin = settings.thin;
    options.seed = settings.seed + chain * kSetApart;
    options.watch = [&](const Progress& progress) {
      // A limit that counted warm-up would leave the fewest draws to those who need it most.
      if (progress.iteration <= settings.warm_up)
        started = thread_seconds();
      else if (settings.seconds > 0.0 && thread_seconds() - started > settings.seconds)
        return false;
      const std::lock_guard lock(watching);
      ++done;
      if (watch && !watch({method.name + ", " + progress.phase, done, all})) stopped = true;
      return !stopped;
    };
    DrawStore::ChainSink sink(store, static_cast<int>(chain));
    if (!stopped) walkers[chain] = sampler.chain(options, sink);
  };
  try {
    threads.for_each_block(walkers.size(), run_chain);
  } catch (const Error& error) {  // the other methods have nothing to do with it
    run.refused = std::string("a chain broke off: ") + error.what();
    return run;
  }
  average(walkers, settings.thin, run);
  run.engine = sampler.engine();
  summarise(store, threads, run);
  return run;
}

}  // namespace phigp
