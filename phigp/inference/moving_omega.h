// Samplers of omega for a likelihood whose parameters move from sweep to sweep. A table takes up to
// a second to build, which a law that lasts for one sweep does not repay: where phi moves and has
// no exact sampler, omega is drawn by inversion, each draw checked. math.md (S.9)
#pragma once

#include <memory>
#include <vector>

#include "phigp/augmentation/sampler.h"
#include "phigp/inference/hyperparameters.h"

namespace phigp {

class MovingOmega {
 public:
  // The sampler that serves all chains when none of the free parameters is one of phi; null if one
  // is.
  static std::shared_ptr<const OmegaSampler> shared_sampler(const Hyperparameters& start,
                                                            const FreeParameters& free);

  // `shared`: as above. One object per chain.
  explicit MovingOmega(std::shared_ptr<const OmegaSampler> shared);

  // For this likelihood; made anew only if phi differs from the last one.
  const OmegaSampler& at(const Likelihood& likelihood);

 private:
  std::shared_ptr<const OmegaSampler> sampler_;
  bool fixed_;
  std::vector<double> parameters_;  // of phi, for which sampler_ was made
};

}  // namespace phigp
