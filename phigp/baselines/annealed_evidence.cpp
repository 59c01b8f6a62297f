#include "phigp/baselines/annealed_evidence.h"

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/baselines/elliptical_slice.h"

namespace phigp {

namespace {

// What (B.2) leaves out of log p(y|f) p(f) / q(f).
double left_out(const LatentProblem& problem) {
  double sum = -problem.q.kl;
  for (std::size_t i = 0; i < problem.sites.size(); ++i)
    sum -= 0.5 * problem.sites.precision[i] * problem.q.v[static_cast<Eigen::Index>(i)];
  return sum;
}

}  // namespace

AnnealedEvidence annealed_evidence(const LatentProblem& problem, const AnnealingOptions& options,
                                   const Threads& threads) {
  require(options.particles >= 2, "particles", options.particles, "must be at least 2");
  require(options.temperatures >= 1, "temperatures", options.temperatures, "must be at least 1");
  const Coordinates coordinates = variational_coordinates(problem.prior, problem.sites, problem.q);
  const auto count = static_cast<Eigen::Index>(options.particles);
  Vector log_weight(count);
  threads.for_each_block(static_cast<std::size_t>(count), [&](std::size_t particle) {
    Stream stream({options.seed, Purpose::latent, static_cast<std::uint32_t>(particle), 0});
    const Vector start = normal_vector(coordinates.size(), stream);
    EllipticalSlice slices(WhitenedTarget(coordinates, problem.likelihood, problem.observed),
                           start);
    double sum = 0.0;
    double power = 0.0;
    for (int t = 1; t <= options.temperatures; ++t) {
      const double next = std::pow(static_cast<double>(t) / options.temperatures, 3.0);
      sum += (next - power) * slices.residual();
      power = next;
      slices.set_power(power);
      slices.step(false, stream);
    }
    log_weight[static_cast<Eigen::Index>(particle)] = sum;
  });
  const double most = log_weight.maxCoeff();
  const Vector weight = (log_weight.array() - most).exp();
  const double mean = weight.mean();
  const double variance = (weight.array() - mean).square().sum() / static_cast<double>(count - 1);
  return {most + std::log(mean) + left_out(problem),
          std::sqrt(variance / static_cast<double>(count)) / mean,
          weight.sum() * weight.sum() / weight.squaredNorm()};
}

}  // namespace phigp
