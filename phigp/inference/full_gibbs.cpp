#include "phigp/inference/full_gibbs.h"

#include <cmath>
#include <memory>
#include <mutex>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr double kSpreadOfParameters = 0.5;  // of the parameters' starting points, in free numbers

// Free numbers around `centre`, drawn in where a likelihood or a prior does not reach that far.
Vector spread_parameters(const FullModel& model, const Vector& centre, Stream& stream) {
  Vector by(centre.size());
  for (double& x : by) x = kSpreadOfParameters * stream.normal();
  for (int halving = 0; halving < 6; ++halving, by *= 0.5) {
    Vector trial = centre + by;
    bool inside = true;
    for (Eigen::Index k = 0; k < trial.size(); ++k)
      inside = inside && std::isfinite(model.prior.log_density(k, trial[k]));
    if (!inside) continue;
    try {
      model.free.unpack(trial);
      return trial;
    } catch (const Error&) {
      continue;
    }
  }
  return centre;
}

}  // namespace

FullGibbsReport full_gibbs(const TrainingSet& data, const FreeParameters& free,
                           const HyperparameterPrior& prior, const Hyperparameters& values,
                           const Marginals& start, const FullGibbsOptions& options,
                           const Threads& threads, ModelDrawSink& sink) {
  const GibbsOptions& chains = options.chains;
  check(data);
  check(chains);
  require(options.kernel_moves >= 1, "kernel moves", static_cast<double>(options.kernel_moves),
          "must be at least 1");
  require(free.likelihood_indices().empty() || values.likelihood->is_normalised(), "likelihood",
          values.likelihood->name(), "must be a density in y for its parameters to be sampled");
  const Vector centre = free.pack(values);
  prior.check(centre);
  const FullModel model{data, free, prior, MovingOmega::shared_sampler(values, free)};
  if (model.omega) model.omega->prepare(data.rows);

  FullGibbsReport report;
  std::mutex reporting;
  long evaluations = 0;
  long sweeps = 0;
  const ChainRun run = run_chains(chains, threads, [&](int number) -> Sweep {
    const auto at = static_cast<std::uint32_t>(number);
    Stream stream({chains.seed, Purpose::latent, at, 0});
    FullChain::Start from{spread_parameters(model, centre, stream), spread_start(start, stream)};
    auto chain =
        std::make_shared<FullChain>(model, std::move(from), options.kernel_moves, chains.seed, at);
    auto mean = std::make_shared<Vector>();
    return [&, chain, mean, number](const SweepPlace& place) {
      const long evaluated = chain->evaluations();
      const long refused = chain->refused();
      const bool with_mean = place.kept && chains.conditional_means;
      chain->sweep(place.warming, with_mean ? mean.get() : nullptr);
      if (place.kept) {
        const Vector parameters = free.values(chain->free());
        sink.take(number, place.draw,
                  {chain->f(), with_mean ? mean.get() : nullptr, chain->values(), parameters,
                   chain->factor_of_k()});
      }
      const std::lock_guard lock(reporting);
      ++sweeps;
      evaluations += chain->evaluations() - evaluated;
      report.refused += chain->refused() - refused;
      report.omega = chain->omega().certificate();
    };
  });
  report.stop = run.stop;
  report.draws = run.draws;
  report.evaluations_per_sweep = static_cast<double>(evaluations) / static_cast<double>(sweeps);
  return report;
}

}  // namespace phigp
