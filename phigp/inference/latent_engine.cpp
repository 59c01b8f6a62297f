#include "phigp/inference/latent_engine.h"

#include <utility>

#include "phigp/inference/low_rank_sampler.h"
#include "phigp/inference/preconditioned_sampler.h"

namespace phigp {

namespace {

// n r^2 operations of a draw in r dimensions against some ten products of 2 n^2; and looking for
// the rank costs an eighth of a factorisation at most.
constexpr Eigen::Index kLowRank = 5;
// Precision times variance of the expected sites from which the rest of K that low rank leaves out,
// 1e-12 of it, is no longer small beside their noise.
constexpr double kNearlyNoiseFree = 1e5;

bool nearly_noise_free(const DensePrior& prior, const Sites& around) {
  for (Eigen::Index i = 0; i < prior.size(); ++i) {
    if (around.precision[static_cast<std::size_t>(i)] * prior.covariance()(i, i) > kNearlyNoiseFree)
      return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<LatentSampler> make_latent_sampler(const Hyperparameters& at,
                                                   const TrainingSet& data, const DensePrior& prior,
                                                   const Sites& around, const DensePosterior& q) {
  if (!nearly_noise_free(prior, around)) {
    if (auto low = low_rank_prior(at, data, data.size() / kLowRank))
      return std::make_unique<LowRankSampler>(std::move(*low));
  }
  return std::make_unique<PreconditionedSampler>(prior, around, q);
}

}  // namespace phigp
