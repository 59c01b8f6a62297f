// Distribution functions of the laws, by routes that share nothing with the samplers: closed forms,
// quadrature of densities, inversion of characteristic functions. All take increasing points.
#pragma once

#include <vector>

namespace phigp::test {

using Points = std::vector<double>;

// Inverse Gaussian, stable for any ratio of mean to shape; mean = infinity is the Levy law.
double inverse_gaussian_cdf(double mean, double shape, double x);

// x^{p-1} exp(-(a x + b/x)/2), normalised by quadrature.
Points generalised_inverse_gaussian_cdf(double p, double a, double b, const Points& x);

// Polya-Gamma PG(b, c): cumulants kappa_1, kappa_2, kappa_3 from the sum over gamma variables, the
// Laplace transform at t, and the cdf by inversion of the characteristic function (b >= 0.3).
std::vector<double> polya_gamma_cumulants(double b, double c);
double polya_gamma_transform(double b, double c, double t);
Points polya_gamma_cdf(double b, double c, const Points& x);

// Tilted stable, by Zolotarev's integral; tilt^alpha up to about 100.
Points tilted_stable_cdf(double alpha, double tilt, const Points& x);

}  // namespace phigp::test
