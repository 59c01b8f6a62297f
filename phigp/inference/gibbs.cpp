#include "phigp/inference/gibbs.h"

#include <atomic>
#include <cmath>
#include <mutex>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr double kSpread = 1.5;  // of the starting points, in standard deviations of q

void check(const GibbsOptions& options) {
  const auto at_least = [](const char* name, int value, int least) {
    require(value >= least, name, static_cast<double>(value),
            "must be at least " + std::to_string(least));
  };
  at_least("chains", options.chains, 1);
  at_least("warm-up", options.warm_up, 0);
  at_least("draws", options.draws, 1);
  at_least("thin", options.thin, 1);
  require(std::abs(options.persistence) < 1.0, "persistence", options.persistence,
          "must lie between -1 and 1");
}

std::span<const double> span_of(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

GibbsReport gibbs(const Likelihood& likelihood, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink) {
  check(options);  // before a sampler is built, which may take a second
  return gibbs(*make_sampler(likelihood.radial_ptr()), observed, latent, start, options, threads,
               sink);
}

GibbsReport gibbs(const OmegaSampler& omega, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink) {
  check(options);
  omega.prepare(observed.rows);
  GibbsReport report;
  report.draws.assign(static_cast<std::size_t>(options.chains), 0);

  const int sweeps = options.warm_up + options.draws * options.thin;
  std::atomic<bool> stopped = false;
  std::mutex watching;
  int done = 0;
  const auto go_on = [&](bool warming) {
    if (!options.watch) return true;
    const std::lock_guard lock(watching);
    if (stopped) return false;
    const Progress progress{warming ? "warm-up" : "sampling", ++done, sweeps * options.chains};
    if (!options.watch(progress)) stopped = true;
    return !stopped;
  };

  set_blas_threads(1);  // chains are what runs in parallel
  const Threads alone(1);
  threads.for_each_block(static_cast<std::size_t>(options.chains), [&](std::size_t block) {
    const auto chain = static_cast<std::uint32_t>(block);
    StreamAddress omega_at{options.seed, Purpose::omega, chain, 0};
    StreamAddress latent_at{options.seed, Purpose::latent, chain, 0};
    Vector f = start.m;
    {
      Stream stream(latent_at);
      for (Eigen::Index i = 0; i < f.size(); ++i)
        f[i] += kSpread * std::sqrt(start.v[i]) * stream.normal();
    }
    Sites sites;
    Vector conditional_mean;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const int since = sweep - options.warm_up;
      const bool kept = since >= 0 && (since + 1) % options.thin == 0;
      omega_at.index += draw_sites(omega, observed, span_of(f), omega_at, alone, sites);
      ++latent_at.index;
      Stream stream(latent_at);
      Vector* mean = kept && options.conditional_means ? &conditional_mean : nullptr;
      latent.draw(sites, options.persistence, stream, f, mean);
      if (kept) sink.take(static_cast<int>(chain), report.draws[block]++, f, mean);
      if (!go_on(since < 0)) return;
    }
  });
  if (stopped) report.stop = Stop::stopped;
  report.omega = omega.certificate();  // a per-row sampler knows only now what it used
  return report;
}

}  // namespace phigp
