// Checks that a baseline's chain has the posterior as its law, as functions that return what
// failed: an empty list for a right sampler, a full one for a planted bug.
#pragma once

#include "phigp/baselines/baseline_sampler.h"
#include "tests/support/posterior_reference.h"

namespace phigp::test {

// How the chain of a method is run: Metropolis forgets slowly, and batches of draws have to be
// longer than what it remembers.
int thin_of(const BaselineMethod& method);

// Means and covariances of three latent values against quadrature: 9 comparisons at |z| < 4.5,
// false alarm 1.1e-4.
Failures walker_failures(Walker& walker, const PosteriorReference& reference, int warm_up,
                         int draws, int thin);

// Coordinate ascent's answer to the three observations, for baselines to start from.
struct ThreePoints {
  explicit ThreePoints(const PosteriorReference& reference);
  LatentProblem problem() const;

  LikelihoodPtr likelihood;
  Observations observed;
  AscentResult ascent;
};

}  // namespace phigp::test
