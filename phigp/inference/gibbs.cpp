#include "phigp/inference/gibbs.h"

#include <cmath>
#include <memory>

#include "phigp/base/span_of.h"

namespace phigp {

namespace {

constexpr double kSpreadOfStarts = 1.5;  // of the starting points, in standard deviations of q

}  // namespace

GibbsReport gibbs(const Likelihood& likelihood, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink) {
  check(options);  // before a sampler is built, which may take a second
  return gibbs(*make_sampler(likelihood.radial_ptr()), observed, latent, start, options, threads,
               sink);
}

Vector spread_start(const Marginals& q, Stream& stream) {
  Vector f = q.m;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    f[i] += kSpreadOfStarts * std::sqrt(q.v[i]) * stream.normal();
  return f;
}

namespace {

// What one chain carries from sweep to sweep.
struct LatentChain {
  StreamAddress omega_at;
  StreamAddress latent_at;
  Vector f;
  Sites sites;
  Vector conditional_mean;
};

}  // namespace

GibbsReport gibbs(const OmegaSampler& omega, const Observations& observed,
                  const LatentSampler& latent, const Marginals& start, const GibbsOptions& options,
                  const Threads& threads, DrawSink& sink) {
  check(options);
  omega.prepare(observed.rows);
  const Threads alone(1);
  const ChainRun run = run_chains(options, threads, [&](int number) -> Sweep {
    const auto at = static_cast<std::uint32_t>(number);
    auto chain = std::make_shared<LatentChain>();
    chain->omega_at = {options.seed, Purpose::omega, at, 0};
    chain->latent_at = {options.seed, Purpose::latent, at, 0};
    Stream first(chain->latent_at);
    chain->f = spread_start(start, first);
    return [&, chain, number](const SweepPlace& place) {
      chain->omega_at.index +=
          draw_sites(omega, observed, span_of(chain->f), chain->omega_at, alone, chain->sites);
      ++chain->latent_at.index;
      Stream stream(chain->latent_at);
      Vector* mean = place.kept && options.conditional_means ? &chain->conditional_mean : nullptr;
      latent.draw(chain->sites, options.persistence, stream, chain->f, mean);
      if (place.kept) sink.take(number, place.draw, chain->f, mean);
    };
  });
  // A per-row sampler knows only now what it used.
  return {run.stop, run.draws, omega.certificate()};
}

}  // namespace phigp
