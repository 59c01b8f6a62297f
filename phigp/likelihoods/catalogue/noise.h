// Distribution functions and constants that catalogue entries need.
#pragma once

#include "phigp/augmentation/normal_score.h"  // normal_cdf
#include "phigp/base/taylor.h"

namespace phigp {

// cdf of a symmetric law at u, from the probability beyond |u| on one side.
inline double symmetric_cdf(double u, double tail) { return u < 0.0 ? tail : 1.0 - tail; }

double student_cdf(double t, double nu);
double upper_gamma(double a, double x);  // Gamma(a, x) / Gamma(a)
double negative_binomial_cdf(double y, double s,
                             double mean);  // P(Y <= y), Y with mean `mean` and shape s
double binomial_cdf(double y, double trials, double probability);

// log(e^x K_1(x)).
double log_scaled_bessel_k1(double x);
Dual log_scaled_bessel_k1(const Dual& x);

}  // namespace phigp
