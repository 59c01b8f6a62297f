#include "phigp/likelihoods/log_gamma.h"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace phigp {

namespace {

Dual chain(double value, double slope, const Dual& x) {
  Dual out(value);
  out[1] = slope * x[1];
  return out;
}

// log Gamma(x) - [(x - 1/2) log x - x + log(2 pi)/2], for x >= 10, and its derivative.
double stirling_rest(double x) {
  const double w = 1.0 / (x * x);
  return (1.0 / 12 -
          w * (1.0 / 360 -
               w * (1.0 / 1260 - w * (1.0 / 1680 - w * (1.0 / 1188 - w * 691.0 / 360360))))) /
         x;
}
double stirling_rest_slope(double x) {
  const double w = 1.0 / (x * x);
  return -w *
         (1.0 / 12 - w * (1.0 / 120 -
                          w * (1.0 / 252 - w * (1.0 / 240 - w * (1.0 / 132 - w * 691.0 / 32760)))));
}

double half_step_slope(double x) {
  if (x < 100.0) return boost::math::digamma(x + 0.5) - boost::math::digamma(x);
  const double u = 1.0 / x;
  return u * (0.5 + u * (0.125 + u * u * (-1.0 / 64 + u * u * (1.0 / 128 - u * u * 17.0 / 2048))));
}

double step_slope(double x, double n) {
  if (x < 10.0) return boost::math::digamma(x + n) - boost::math::digamma(x);
  return std::log1p(n / x) + 0.5 * n / (x * (x + n)) + stirling_rest_slope(x + n) -
         stirling_rest_slope(x);
}

}  // namespace

double log_gamma(double x) { return boost::math::lgamma(x); }
Dual log_gamma(const Dual& x) { return chain(log_gamma(x[0]), boost::math::digamma(x[0]), x); }

double log_gamma_half_step(double x) {
  if (x < 100.0) return -std::log(boost::math::tgamma_delta_ratio(x, 0.5));
  const double u = 1.0 / x;
  return 0.5 * std::log(x) -
         u * (0.125 - u * u * (1.0 / 192 - u * u * (1.0 / 640 - u * u * 17.0 / 14336)));
}
Dual log_gamma_half_step(const Dual& x) {
  return chain(log_gamma_half_step(x[0]), half_step_slope(x[0]), x);
}

double log_gamma_step(double x, double n) {
  if (n == 0.0) return 0.0;
  if (x < 10.0) return boost::math::lgamma(x + n) - boost::math::lgamma(x);
  return (x - 0.5) * std::log1p(n / x) + n * (std::log(x + n) - 1.0) + stirling_rest(x + n) -
         stirling_rest(x);
}
Dual log_gamma_step(const Dual& x, double n) {
  return chain(log_gamma_step(x[0], n), step_slope(x[0], n), x);
}

}  // namespace phigp
