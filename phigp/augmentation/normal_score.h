// Probabilities on the scale of the standard normal law, where the quantile functions of most laws
// are nearly straight and both tails are resolved.
#pragma once

namespace phigp {

double normal_density(double z);
double normal_cdf(double z);  // relative accuracy in the left tail
// The z with P(Z <= z) = cdf; the smaller of the two probabilities is used. Finite: at most 38 in
// size.
double normal_score(double cdf, double complement);

}  // namespace phigp
