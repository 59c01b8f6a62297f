// Closed-form variational inference at fixed hyperparameters: sites at the mean of omega, q(f) from
// the sites, until the bound stands still. math.md (V.1)-(V.4)
#pragma once

#include <optional>

#include "phigp/base/progress.h"
#include "phigp/inference/dense_prior.h"

namespace phigp {

struct AscentOptions {
  int max_iterations = 1000;
  // Converged when an iteration raises the bound by less than this times (number of rows +
  // |bound|).
  double tolerance = 1e-9;
  Watcher watch;  // may be empty
};

// Marginals of q(f), one per row: where an ascent starts.
struct Marginals {
  Vector m;
  Vector v;
};

struct AscentResult {
  DensePosterior q;
  Sites sites;        // those that q was conditioned on
  double elbo = 0.0;  // of q with the optimal law of omega
  int iterations = 0;
  Stop stop = Stop::converged;
  double largest_fall = 0.0;  // of the bound between iterations; beyond rounding it is a defect
};

// From q = the prior unless a start is given.
AscentResult coordinate_ascent(const DensePrior& prior, const Likelihood& likelihood,
                               const Observations& observed, const AscentOptions& options = {},
                               const std::optional<Marginals>& start = std::nullopt);

// The best of ascents from the prior and from the data: the bound of a likelihood that is not
// log-concave in f has several maxima. One ascent for those that are.
AscentResult coordinate_ascent_restarted(const DensePrior& prior, const Likelihood& likelihood,
                                         const Observations& observed,
                                         const AscentOptions& options = {});

// sum_i [log C + g m + log phi(c^2)] - KL. (V.2)
double evidence_bound(const Likelihood& likelihood, const Observations& observed,
                      const DensePosterior& q);

// Whether log p(y|f) is concave in f at these observations, judged at points around the centre.
bool is_log_concave(const Likelihood& likelihood, const Observations& observed);

}  // namespace phigp
