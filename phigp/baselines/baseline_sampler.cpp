#include "phigp/baselines/baseline_sampler.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/baselines/elliptical_slice.h"
#include "phigp/baselines/hmc.h"
#include "phigp/baselines/metropolis.h"
#include "phigp/baselines/nuts.h"

namespace phigp {

namespace {

constexpr double kSpread = 1.5;  // of the starting points, in standard deviations of q
using Kind = BaselineMethod::Kind;
using Space = BaselineMethod::Space;

// "(0.05,10)"
void read_hmc_settings(std::string_view text, BaselineMethod& method) {
  const std::string rule = "must be hmc(step size,steps), as in hmc(0.05,10)";
  const std::string whole = "hmc" + std::string(text);
  const std::size_t comma = text.find(',');
  require(text.size() > 2 && text.back() == ')' && comma != std::string_view::npos, "method", whole,
          rule);
  const std::string_view step = text.substr(1, comma - 1);
  const std::string_view steps = text.substr(comma + 1, text.size() - comma - 2);
  const auto whole_of = [&](std::string_view part, auto& value) {
    const auto read = std::from_chars(part.data(), part.data() + part.size(), value);
    require(read.ec == std::errc() && read.ptr == part.data() + part.size(), "method", whole, rule);
  };
  whole_of(step, method.step_size);
  whole_of(steps, method.steps);
  require(method.step_size > 0.0 && method.step_size < 1e6 && method.steps >= 1, "method", whole,
          "must have a positive step size and at least one step");
  method.name = whole;
}

Coordinates coordinates_of(Space space, const LatentProblem& problem) {
  return space == Space::eigen ? eigen_coordinates(problem.prior)
                               : prior_coordinates(problem.prior);
}

}  // namespace

const std::vector<BaselineMethod>& baseline_methods() {
  static const std::vector<BaselineMethod> all = {
      {"mh", "Metropolis, random walk in whitened f, step tuned to 23 % acceptance",
       Kind::random_walk, Space::prior},
      {"mh-prior", "Metropolis, proposals from the prior", Kind::prior_proposal, Space::prior},
      {"hmc", "Hamiltonian, whitened by the prior; hmc(step size,steps) for settings of your own",
       Kind::hmc, Space::prior, 0.1, 10},
      {"nuts-prior", "NUTS, whitened by the prior", Kind::nuts, Space::prior},
      {"nuts-eigen", "NUTS, eigenvectors of the prior, adapted diagonal mass", Kind::nuts,
       Space::eigen},
      {"nuts-variational", "NUTS, whitened by the variational posterior", Kind::nuts,
       Space::variational},
      {"elliptical", "elliptical slices of the prior", Kind::elliptical_slice, Space::prior},
      {"elliptical-variational", "elliptical slices of the variational posterior",
       Kind::elliptical_slice, Space::variational}};
  return all;
}

std::optional<BaselineMethod> find_baseline(std::string_view text) {
  const std::vector<BaselineMethod>& all = baseline_methods();
  const std::string_view name = text.substr(0, text.find('('));
  const auto found = std::find_if(all.begin(), all.end(), [&](const BaselineMethod& method) {
    return method.name == name && (name.size() == text.size() || method.kind == Kind::hmc);
  });
  if (found == all.end()) return std::nullopt;
  BaselineMethod method = *found;
  if (name.size() < text.size()) read_hmc_settings(text.substr(name.size()), method);
  return method;
}

BaselineSampler::BaselineSampler(BaselineMethod method, const LatentProblem& problem)
    : method_(std::move(method)),
      problem_(problem),
      around_q_(variational_coordinates(problem.prior, problem.sites, problem.q)) {
  if (method_.space != Space::variational) own_ = coordinates_of(method_.space, problem);
}

std::unique_ptr<Walker> BaselineSampler::walker(const Vector& f, int warm_up) const {
  WhitenedTarget target(coordinates(), problem_.likelihood, problem_.observed);
  Vector start = coordinates().whiten(f - coordinates().centre);
  switch (method_.kind) {
    case Kind::random_walk:
      return std::make_unique<RandomWalk>(std::move(target), std::move(start));
    case Kind::prior_proposal:
      return std::make_unique<PriorProposal>(std::move(target), start);
    case Kind::hmc:
      return std::make_unique<StaticHmc>(std::move(target), start, method_.step_size,
                                         method_.steps);
    case Kind::nuts: {
      NutsOptions options;
      options.warm_up = warm_up;
      options.adapt_mass = method_.space == Space::eigen;
      return std::make_unique<Nuts>(std::move(target), start, options);
    }
    case Kind::elliptical_slice:
      return std::make_unique<EllipticalSlice>(std::move(target), start);
  }
  return nullptr;
}

BaselineReport BaselineSampler::run(const GibbsOptions& options, const Threads& threads,
                                    DrawSink& sink) const {
  check(options);
  const auto chains = static_cast<std::size_t>(options.chains);
  std::vector<std::shared_ptr<Walker>> walkers(chains);
  const ChainRun run = run_chains(options, threads, [&](int number) -> Sweep {
    const auto at = static_cast<std::size_t>(number);
    auto address = std::make_shared<StreamAddress>(
        StreamAddress{options.seed, Purpose::latent, static_cast<std::uint32_t>(number), 0});
    Stream first(*address);
    const Vector spread = kSpread * normal_vector(problem_.prior.size(), first);
    walkers[at] = walker(around_q_.centre + around_q_.to_rows(spread), options.warm_up);
    return [&walkers, &sink, at, number, address](const SweepPlace& place) {
      ++address->index;
      Stream stream(*address);
      walkers[at]->step(place.warming, stream);
      if (place.kept) sink.take(number, place.draw, walkers[at]->latent(), nullptr);
    };
  });
  BaselineReport report{run.stop, run.draws, {}};
  for (const auto& walker : walkers)
    report.walkers.push_back(walker ? walker->report() : WalkerReport());
  return report;
}

}  // namespace phigp
