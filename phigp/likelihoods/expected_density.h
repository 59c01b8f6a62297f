// E log p(y|f) over f ~ N(m, v) of the model as it stands, without an auxiliary variable, and the
// site that follows from it: the Gaussian factor whose expectation has the same derivatives in m
// and v. By quadrature that settles itself, for any phi, kinks included. math.md (O.1)-(O.3)
#pragma once

#include <span>
#include <vector>

#include "phigp/likelihoods/sites.h"

namespace phigp {

// One number per row, each times the row's weight.
struct ExpectedDensity {
  std::vector<double> value;      // E log p
  std::vector<double> slope;      // its derivative in m
  std::vector<double> precision;  // -2 times its derivative in v: negative where log p is convex

  void resize(std::size_t n);
};

// Throws InvalidInput for m or v that are not finite and v < 0.
void expected_log_density(const Likelihood& likelihood, const Observations& observed,
                          std::span<const double> m, std::span<const double> v,
                          ExpectedDensity& out);

// The sites that have these derivatives at means m; precisions may be negative.
void matched_sites(const Observations& observed, const ExpectedDensity& expected,
                   std::span<const double> m, Sites& sites);

}  // namespace phigp
