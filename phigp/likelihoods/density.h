// log p(y|f) and its derivatives in f, exact for any phi. math.md (L.1), (L.6)
#pragma once

#include <span>

#include "phigp/likelihoods/likelihood.h"

namespace phigp {

double log_density(const Likelihood& likelihood, const Row& row, double f);
void log_density(const Likelihood& likelihood, const Rows& rows, std::span<const double> f,
                 std::span<double> out);

struct DensityDerivatives {
  double value = 0.0;
  double first = 0.0;
  double second = 0.0;
  double third = 0.0;
};

// Derivatives in f. At a kink (Laplace at f = y) the odd ones are the mean of both sides, the even
// ones those of either.
DensityDerivatives log_density_derivatives(const Likelihood& likelihood, const Row& row, double f);

// Value and first derivative on arrays: what gradient-based samplers need.
void log_density_and_slope(const Likelihood& likelihood, const Rows& rows,
                           std::span<const double> f, std::span<double> value,
                           std::span<double> slope);

}  // namespace phigp
