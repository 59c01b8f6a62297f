#include "tests/augmentation/law_references.h"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <limits>
#include <numbers>

namespace phigp::test {
namespace {

using boost::math::quadrature::gauss_kronrod;
constexpr double kPi = std::numbers::pi;

// exp(x^2) erfc(x), x >= 0.
double scaled_erfc(double x) {
  if (x < 20.0) return std::exp(x * x) * std::erfc(x);
  const double r = 0.5 / (x * x);
  return (1.0 - r * (1.0 - 3.0 * r * (1.0 - 5.0 * r))) / (x * std::sqrt(kPi));
}

double log_cosh(double x) { return x + std::log1p(std::exp(-2.0 * x)) - std::log(2.0); }

// The cdf of a law whose log density in y = log x is given up to a constant and unimodal.
Points integrate(const std::function<double(double)>& log_density, const Points& x) {
  double mode = std::log(x[x.size() / 2]);
  for (double step = 4.0; step > 1e-9; step *= 0.5) {  // climb, then refine
    while (log_density(mode + step) > log_density(mode)) mode += step;
    while (log_density(mode - step) > log_density(mode)) mode -= step;
  }
  const double top = log_density(mode);
  const auto end = [&](double direction) {
    double step = 1e-3;
    while (log_density(mode + direction * step) > top - 45.0) step *= 1.3;
    return mode + direction * step;
  };
  Points edges = {end(-1.0)};
  for (const double point : x) edges.push_back(std::max(edges.back(), std::log(point)));
  edges.push_back(std::max(edges.back(), end(1.0)));
  Points cumulative;
  double total = 0.0;
  const auto density = [&](double y) { return std::exp(log_density(y) - top); };
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (edges[i] > edges[i - 1]) {
      total += gauss_kronrod<double, 15>::integrate(density, edges[i - 1], edges[i], 8, 1e-9);
    }
    cumulative.push_back(total);
  }
  cumulative.pop_back();
  for (double& value : cumulative) value /= total;
  return cumulative;
}

}  // namespace

double inverse_gaussian_cdf(double mean, double shape, double x) {
  const double root = std::sqrt(0.5 * shape / x);
  const double b = root * (x / mean - 1.0);
  return 0.5 * std::erfc(-b) + 0.5 * std::exp(-b * b) * scaled_erfc(root * (x / mean + 1.0));
}

Points generalised_inverse_gaussian_cdf(double p, double a, double b, const Points& x) {
  return integrate([=](double y) { return p * y - 0.5 * (a * std::exp(y) + b * std::exp(-y)); }, x);
}

std::vector<double> polya_gamma_cumulants(double b, double c) {
  const double z = 0.5 * c;
  double second = 0.0;
  double third = 0.0;
  for (int k = 40000; k > 0; --k) {
    const double w = 0.5 / (std::pow(kPi * (k - 0.5), 2) + z * z);
    second += w * w;
    third += w * w * w;
  }
  const double first = z > 0.0 ? 0.25 * std::tanh(z) / z : 0.25;
  return {b * first, b * second, 2.0 * b * third};
}

double polya_gamma_transform(double b, double c, double t) {
  const double z = 0.5 * c;
  const double shifted = std::sqrt(z * z + 0.5 * t);
  const double slopes = 0.5 * t / (shifted + z);  // the difference of the two, without cancellation
  const double rest = std::log1p(std::exp(-2.0 * shifted)) - std::log1p(std::exp(-2.0 * z));
  return std::exp(-b * (slopes + rest));
}

// F(x) = 1/2 - 1/pi int_0^inf Im(psi(t) e^{-itx}) / t dt (Gil-Pelaez) by the midpoint rule, whose
// error is the mass further than pi/step from x (Abate and Whitt 1992).
Points polya_gamma_cdf(double b, double c, const Points& x) {
  const double z = 0.5 * c;
  const auto kappa = polya_gamma_cumulants(b, c);
  const double reach = kappa[0] + x.back() + 60.0 * std::sqrt(kappa[1]) * std::max(1.0, 1.0 / b);
  const double step = kPi / reach;
  Points sums(x.size(), 0.0);
  std::vector<std::complex<double>> turn(x.size());
  std::vector<std::complex<double>> wave(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    turn[i] = std::polar(1.0, -step * x[i]);
    wave[i] = std::polar(1.0, -0.5 * step * x[i]);
  }
  const double start = log_cosh(z);
  for (double t = 0.5 * step;; t += step) {
    const std::complex<double> root = std::sqrt(std::complex<double>(z * z, -0.5 * t));
    const auto log_psi =
        -b * (root + std::log(1.0 + std::exp(-2.0 * root)) - std::log(2.0) - start);
    if (log_psi.real() < -37.0) break;
    const std::complex<double> psi = std::exp(log_psi) / t;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sums[i] += psi.real() * wave[i].imag() + psi.imag() * wave[i].real();
      wave[i] = {wave[i].real() * turn[i].real() - wave[i].imag() * turn[i].imag(),
                 wave[i].real() * turn[i].imag() + wave[i].imag() * turn[i].real()};
    }
  }
  for (double& sum : sums) sum = 0.5 - step * sum / kPi;
  return sums;
}

// In y = log x the density is the integral over 0 < u < pi of A e^{-A q}, q = x^{-alpha/(1-alpha)},
// up to the tilt and constants; A = (sin(alpha u)^alpha sin((1-alpha)u)^{1-alpha} / sin
// u)^{1/(1-alpha)}.
Points tilted_stable_cdf(double alpha, double tilt, const Points& x) {
  const double beta = 1.0 - alpha;
  const auto log_a = [=](double u) {
    return (alpha * std::log(std::sin(alpha * u)) + beta * std::log(std::sin(beta * u)) -
            std::log(std::sin(u))) /
           beta;
  };
  const double least = std::log(beta) + alpha / beta * std::log(alpha);  // log A(0)
  const auto log_density = [=](double y) {
    const double log_q = -alpha / beta * y;
    const auto inner = [&](double u) {
      const double la = log_a(u);
      return std::exp(la - least - std::exp(la + log_q) + std::exp(least + log_q));
    };
    double sum = 0.0;
    for (int i = 0; i < 8; ++i) {  // geometric panels: the mass sits near 0 when q is large
      const double high = kPi * std::pow(0.5, i);
      const double low = i == 7 ? 1e-9 : 0.5 * high;
      sum += gauss_kronrod<double, 31>::integrate(inner, low, high, 3, 1e-9);
    }
    return std::log(sum) + log_q - std::exp(least + log_q) - tilt * std::exp(y);
  };
  return integrate(log_density, x);
}

}  // namespace phigp::test
