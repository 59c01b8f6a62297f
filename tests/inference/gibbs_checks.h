// Checks that a Gibbs sampler has the right equilibrium, as functions that return what failed: an
// empty list for a right sampler, a full one for a planted bug. The sampler comes in parts, each of
// which a test may replace by a wrong one.
//   posterior  means and covariances of three latent values against quadrature
//   Geweke     y drawn anew given f after every sweep: f must keep the law of the prior
//   SBC        the rank of a true f among draws of its posterior is uniform
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "phigp/inference/gibbs.h"
#include "tests/support/posterior_reference.h"

namespace phigp::test {

struct GibbsParts {
  LikelihoodPtr likelihood;  // what the sampler believes
  std::shared_ptr<const OmegaSampler> omega;
  std::shared_ptr<const LatentSampler> latent;
};
// The right ones, the direct engine on three_point_prior().
GibbsParts right_parts(const LikelihoodPtr& likelihood);

// 3 means, 6 covariances, 3 averages of E[f|omega]: false alarm 1.4e-4.
Failures posterior_failures(const GibbsParts& parts, const PosteriorReference& reference,
                            int sweeps, double persistence = -0.3);

// 3 means and 6 second moments of f, which are known for the prior; 3 bounded functions of (f, y),
// whose mean must not change when y is drawn anew: false alarm 1.4e-4. `truth` draws y.
Failures geweke_failures(const GibbsParts& parts, const LikelihoodPtr& truth, int sweeps,
                         double persistence = -0.3);

// For each f_i the chi^2 of 16 classes of its rank among 63 draws, 2000 times: above 44 with
// probability 1.1e-4 each.
std::vector<double> sbc_statistics(const GibbsParts& parts, const LikelihoodPtr& truth);

}  // namespace phigp::test
