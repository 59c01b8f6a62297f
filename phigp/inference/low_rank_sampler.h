// Exact draws of f given sites in the r dimensions of a kernel matrix of low rank. math.md (K.11)
#pragma once

#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/low_rank_prior.h"

namespace phigp {

class LowRankSampler final : public LatentSampler {
 public:
  explicit LowRankSampler(LowRankPrior prior);

  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override;
  std::string description() const override;

 private:
  LowRankPrior prior_;
};

}  // namespace phigp
