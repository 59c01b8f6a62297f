#include "phigp/inference/moving_omega.h"

#include <algorithm>
#include <utility>

namespace phigp {

std::shared_ptr<const OmegaSampler> MovingOmega::shared_sampler(const Hyperparameters& start,
                                                                const FreeParameters& free) {
  const std::vector<std::size_t>& moving = free.likelihood_indices();
  const bool phi_moves = std::any_of(moving.begin(), moving.end(), [&](std::size_t k) {
    return start.likelihood->phi_depends_on(k);
  });
  return phi_moves ? nullptr : make_sampler(start.likelihood->radial_ptr());
}

MovingOmega::MovingOmega(std::shared_ptr<const OmegaSampler> shared)
    : sampler_(std::move(shared)), fixed_(sampler_ != nullptr) {}

const OmegaSampler& MovingOmega::at(const Likelihood& likelihood) {
  if (fixed_) return *sampler_;
  const std::span<const double> now = likelihood.radial().parameters();
  if (sampler_ == nullptr ||
      !std::equal(now.begin(), now.end(), parameters_.begin(), parameters_.end())) {
    SamplerOptions options;
    options.most_tables = 0;
    sampler_ = make_sampler(likelihood.radial_ptr(), options);
    parameters_.assign(now.begin(), now.end());
  }
  return *sampler_;
}

}  // namespace phigp
