// Gaussian approximations of the posterior of f that the augmentation competes with. All end with
// marginals and with what they say of the log evidence; the variational ones with a lower bound.
#pragma once

#include "phigp/base/progress.h"
#include "phigp/inference/dense_prior.h"

namespace phigp {

struct Approximation {
  Vector m;
  Vector v;
  double log_evidence = 0.0;  // a bound, or an estimate
  int iterations = 0;
  Stop stop = Stop::converged;
};

struct ApproximationOptions {
  int max_iterations = 500;
  double tolerance = 1e-8;  // largest change of a mean, in standard deviations
  double rate = 0.02;       // of Adam's steps
};

// A normal law at the mode, by its curvature there. Throws InvalidInput for a likelihood with a
// kink in f: the mode then lies on kinks, where there is no curvature. (B.9)
Approximation laplace_approximation(const DensePrior& prior, const Likelihood& likelihood,
                                    const Observations& observed,
                                    const ApproximationOptions& options = {});

// Expectation propagation, all sites at once, damped. It has not converged while a row has no
// cavity, and the log evidence is then NaN. (B.10)
Approximation expectation_propagation(const DensePrior& prior, const Likelihood& likelihood,
                                      const Observations& observed,
                                      const ApproximationOptions& options = {});

// Variational inference on the original model by Adam, q(v) = N(mu, C C^T) of f = mean + L v,
// started at the prior: what libraries do by default. `max_iterations` steps. (B.11)
Approximation adam_inference(const DensePrior& prior, const Likelihood& likelihood,
                             const Observations& observed,
                             const ApproximationOptions& options = {});

}  // namespace phigp
