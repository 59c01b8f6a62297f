#include "phigp/likelihoods/catalogue/noise.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace phigp {

namespace {

// Predictions of counts ask for incomplete beta functions by the ten thousand. In long double, as
// Boost has them unless told otherwise, they take eight times as long as in double, which loses
// 1e-12 where parameters are 1e5, more beyond, and overflows for what no count is.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
constexpr double kMostInDouble = 1e5;

double lower_beta(double a, double b, double x) {
  return std::max(a, b) <= kMostInDouble ? boost::math::ibeta(a, b, x, InDouble())
                                         : boost::math::ibeta(a, b, x);
}
double upper_beta(double a, double b, double x) {
  return std::max(a, b) <= kMostInDouble ? boost::math::ibetac(a, b, x, InDouble())
                                         : boost::math::ibetac(a, b, x);
}

struct ScaledBesselK {
  double k1;     // e^x K_1(x)
  double slope;  // of its logarithm: 1 - K_0/K_1 - 1/x
};

// e^x K_v(x) = int_0^inf e^{-x (cosh t - 1)} cosh(v t) dt, by the trapezoid rule, which converges
// exponentially fast for this integrand; with s = sqrt(x) scaling the step so that large and small
// x need the same number of terms.
ScaledBesselK scaled_bessel_k1(double x) {
  const double end = std::acosh(1.0 + 750.0 / x);
  const int steps = 400;
  const double h = end / steps;
  double k1 = 0.5;  // cosh(0)
  double moment = 0.0;
  for (int i = 1; i <= steps; ++i) {
    const double t = i * h;
    const double half = std::sinh(0.5 * t);
    const double rise = 2.0 * half * half;  // cosh t - 1
    const double weight = std::exp(-x * rise) * std::cosh(t);
    k1 += weight;
    moment += rise * weight;
  }
  return {k1 * h, -moment / k1};
}

}  // namespace

double student_cdf(double t, double nu) {
  // Boost squares t. From here on the tail is a power of it, to the last digit.
  constexpr double kFar = 1e150;
  const boost::math::students_t law(nu);
  if (std::abs(t) <= kFar) return boost::math::cdf(law, t);
  const double tail = boost::math::cdf(law, -kFar) * std::pow(kFar / std::abs(t), nu);
  return t < 0.0 ? tail : 1.0 - tail;
}

double upper_gamma(double a, double x) { return boost::math::gamma_q(a, x); }

double negative_binomial_cdf(double y, double s, double mean) {
  if (y < 0.0) return 0.0;
  const double odds = mean / s;  // P(Y <= y) = I_p(s, y + 1), p = s / (s + mean)
  return odds < 1.0 ? upper_beta(y + 1.0, s, odds / (1.0 + odds))
                    : lower_beta(s, y + 1.0, 1.0 / (1.0 + odds));
}

double binomial_cdf(double y, double trials, double probability) {
  if (y < 0.0) return 0.0;
  if (y >= trials) return 1.0;
  return upper_beta(y + 1.0, trials - y, probability);
}

double log_scaled_bessel_k1(double x) { return std::log(scaled_bessel_k1(x).k1); }

Dual log_scaled_bessel_k1(const Dual& x) {
  const ScaledBesselK at = scaled_bessel_k1(x[0]);
  Dual out(std::log(at.k1));
  out[1] = at.slope * x[1];
  return out;
}

}  // namespace phigp
