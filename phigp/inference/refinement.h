// Variational inference on the original model, without an auxiliary variable: the same Gaussian
// family, sites by quadrature instead of the mean of omega, natural-gradient steps that damp
// themselves. Started from coordinate ascent's sites it refines them; started from the prior it is
// the black-box method that the augmentation competes with. math.md (O.4)-(O.6)
#pragma once

#include "phigp/base/progress.h"
#include "phigp/inference/dense_prior.h"
#include "phigp/likelihoods/expected_density.h"

namespace phigp {

struct RefinementOptions {
  int max_iterations = 500;
  // Converged when no site is farther than this from the one that quadrature asks for, measured
  // by what q(f_i) would notice: precision times variance, slope times standard deviation.
  double tolerance = 1e-9;
  Watcher watch;  // may be empty
};

struct RefinementResult {
  DensePosterior q;
  Sites sites;  // those that q was conditioned on; precisions may be negative
  double elbo = 0.0;
  double first_elbo = 0.0;  // where it started
  int iterations = 0;       // accepted steps
  int evaluations = 0;      // of the bound
  Stop stop = Stop::converged;
  double distance = 0.0;      // of the sites from those of a stationary point, see tolerance
  double largest_fall = 0.0;  // of the bound between steps; beyond rounding it is a defect
};

// Throws NumericalError if `start` makes no posterior.
RefinementResult refine(const DensePrior& prior, const Likelihood& likelihood,
                        const Observations& observed, const Sites& start,
                        const RefinementOptions& options = {});

// Sites that change nothing: with them, q is the prior.
Sites empty_sites(const Observations& observed);

// sum_i E_q log p(y_i|f_i) - KL[q || prior]: at least evidence_bound of the same q. (O.4)
double original_bound(const Likelihood& likelihood, const Observations& observed,
                      const DensePosterior& q);

}  // namespace phigp
