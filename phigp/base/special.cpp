#include "phigp/base/special.h"

#include <cerf.h>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <limits>
#include <numbers>
#include <vector>

namespace phigp {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLog2 = 0.69314718055994530942;
constexpr double kNegligible = -42.0;  // log of what no longer changes a sum of doubles

using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

}  // namespace

double erfc(double x) { return std::erfc(x); }
double erfcx(double x) { return ::erfcx(x); }
double log_erfc(double x) {
  if (std::abs(x) < 0.5) return std::log1p(-std::erf(x));
  return x < 0.0 ? std::log(std::erfc(x)) : std::log(::erfcx(x)) - x * x;
}
double log_erfcx(double x) {
  if (x > 0.5) return std::log(::erfcx(x));
  return x * x + log_erfc(x);
}

// erfcx(z) = w(iz). libcerf through its real interface, which needs no C complex type.
Complex erfcx(const Complex& z) {
  return {re_w_of_z(-z.imag(), z.real()), im_w_of_z(-z.imag(), z.real())};
}
Complex erfc(const Complex& z) {
  if (z.real() < 0.0) return 2.0 - erfc(-z);
  return std::exp(-z * z) * erfcx(z);
}
Complex log_erfcx(const Complex& z) {
  return z.real() < 0.0 ? log_erfc(z) + z * z : std::log(erfcx(z));
}
Complex log_erfc(const Complex& z) {
  if (z.real() >= 0.0) return std::log(erfcx(z)) - z * z;
  return kLog2 + log1p(-0.5 * erfc(-z));
}

double lgamma(double x) {
  if (x <= 0.0 && x == std::floor(x)) return std::numeric_limits<double>::infinity();
  if (std::isinf(x)) return x;
  return boost::math::lgamma(x, Quiet());
}
double digamma(double x) {
  if (x <= 0.0 && x == std::floor(x)) return kNaN;
  return boost::math::digamma(x, Quiet());
}

double log_gamma_ratio(double x, double d) {
  if (x < 10.0 || x + d < 10.0) return lgamma(x + d) - lgamma(x);
  return -std::log(boost::math::tgamma_delta_ratio(x, d, Quiet()));
}

namespace detail {

// I_k = (1/k!) int t^k exp(-t - c t^2) dt, c = 1/(4 x^2), obeys I_k = I_{k+1} + 2 c (k+2) I_{k+2}:
// all terms positive, so that running it downwards from far out is exact to rounding (Miller's
// algorithm). math.md (F.1)
void erfcx_ratio_series(double x, std::span<double> a) {
  const double twice_c = 0.5 / (x * x);
  const auto last = static_cast<int>(a.size()) - 1;
  // A start n beyond `last` leaves a relative error exp(-2 x (sqrt(2 n) - sqrt(2 last))).
  const double root = std::sqrt(2.0 * last) + 20.0 / x;
  const int start = static_cast<int>(0.5 * root * root) + 8;
  double above = 0.0;
  double here = 1.0;  // I_{start+1} = 0, I_start = 1, up to a factor
  for (int k = start - 1; k >= 0; --k) {
    const double below = here + twice_c * (k + 2) * above;
    above = here;
    here = below;
    if (k <= last) a[static_cast<std::size_t>(k)] = k % 2 == 0 ? here : -here;
    if (here > 1e250) {  // rescale; everything kept so far has the same factor
      above *= 1e-250;
      here *= 1e-250;
      for (int j = k; j <= last; ++j) a[static_cast<std::size_t>(j)] *= 1e-250;
    }
  }
  const double norm = 1.0 / a[0];
  for (double& coefficient : a) coefficient *= norm;
}

// f(x) = int_0^inf e^{-x a(t)} cosh(nu t) dt, a = cosh t - 1, so f^(k)(x) x^k / k! = int (-x
// a)^k/k! ... : no cancellation. The integrand is even and analytic: the trapezoid rule converges
// exponentially. math.md (F.2)
double scaled_besselk_series(double nu, double x, std::span<double> a) {
  if (!(x > 0.0) || !std::isfinite(x)) {  // no step would lead to an end
    std::fill(a.begin(), a.end(), kNaN);
    return kNaN;
  }
  const double order = std::abs(nu);
  const auto last = static_cast<double>(a.size() - 1);
  const double peak = std::asinh(order / x);
  const double half_sinh = std::sinh(0.5 * peak);
  const double top = order * peak - 2.0 * x * half_sinh * half_sinh;
  const double step = std::min(0.2, 0.6 / std::sqrt(std::hypot(order, x) + last));
  std::fill(a.begin(), a.end(), 0.0);
  for (int j = 0;; ++j) {
    const double t = j * step;
    const double s = std::sinh(0.5 * t);
    const double y = 2.0 * x * s * s;
    const double exponent = order * t - y - top;
    double term =
        std::exp(exponent) * 0.5 * (1.0 + std::exp(-2.0 * order * t)) * (j == 0 ? 0.5 : 1.0);
    double largest = exponent;
    if (last > 0.0 && y > last)
      largest += last * (std::log(y / last) + 1.0);  // y^k / k! <= (e y / k)^k
    if (t > peak && y > last && largest < kNegligible) break;
    for (std::size_t k = 0; k < a.size(); ++k) {
      a[k] += term;
      term *= -y / static_cast<double>(k + 1);
    }
  }
  const double first = a[0];
  for (double& coefficient : a) coefficient /= first;
  return top + std::log(first * step);
}

// (d/ds)^k of s^(nu/2) K_nu is (-1/2)^k s^((nu-k)/2) K_{nu-k}. With m_p = s^(p/2) K_p the orders
// are connected by m_{p+1} = s m_{p-1} + 2 p m_p, all positive: run upwards from 0 <= p < 1 on both
// sides of zero. math.md (F.2)
double matern_series(double nu, double s, std::span<double> a) {
  const double order = std::abs(nu);
  const double fraction = order - std::floor(order);
  const double x = std::sqrt(s);
  std::array<double, 1> one{};
  const auto m = [&](double p) {
    return std::exp(scaled_besselk_series(p, x, one) + p * std::log(x) - x);
  };
  const auto last = static_cast<int>(a.size()) - 1;
  const int whole = static_cast<int>(order);
  const auto chain = [&](double start, int count) {  // m_start, m_{start+1}, ...
    std::vector<double> values{m(start)};
    if (count > 0) values.push_back(m(start + 1.0));
    for (int i = 1; i < count; ++i) {
      const auto n = static_cast<std::size_t>(i);
      values.push_back(s * values[n - 1] + 2.0 * (start + i) * values[n]);
    }
    return values;
  };
  const std::vector<double> up = chain(fraction, std::max(whole, last));  // orders fraction + i
  const std::vector<double> down =
      chain(1.0 - fraction, std::max(0, last));  // orders -(1 - fraction + i)
  // For nu < 0, s^(nu/2) K_nu = s^nu m_{-nu}: the same sums, entered from the other side.
  double factor = 1.0;  // (-1/2)^k / k!
  const double first = nu >= 0.0 ? up[static_cast<std::size_t>(whole)] : 0.0;
  const double log_first =
      nu >= 0.0 ? std::log(first) : scaled_besselk_series(order, x, one) + nu * std::log(x) - x;
  for (int k = 0; k <= last; ++k) {
    double ratio = 0.0;  // s^k s^((nu-k)/2) K_{nu-k} over its value at k = 0
    if (nu >= 0.0 && k <= whole) {
      ratio = std::pow(s, k) * up[static_cast<std::size_t>(whole - k)] / first;
    } else if (nu >= 0.0) {
      ratio = std::pow(s, nu) * down[static_cast<std::size_t>(k - whole - 1)] / first;
    } else {
      const auto higher = [&](int i) {
        return up[static_cast<std::size_t>(whole) + static_cast<std::size_t>(i)];
      };
      ratio = higher(k) / higher(0);
    }
    a[static_cast<std::size_t>(k)] = factor * ratio;
    factor *= -0.5 / (k + 1);
  }
  return log_first;
}

int half_integer_order(double nu) {
  const double n = std::abs(nu) - 0.5;
  return nu > 0.0 && n == std::floor(n) && n <= kMostHalfInteger ? static_cast<int>(n) : -1;
}

// c[n-k] = (n+k)! / (k! (n-k)! 2^k).
void matern_polynomial(int n, std::span<double> c) {
  double coefficient = 1.0;
  for (int k = 0; k <= n; ++k) {
    c[static_cast<std::size_t>(n - k)] = coefficient;
    coefficient *= 0.5 * (n + k + 1.0) * (n - k) / (k + 1.0);
  }
}

}  // namespace detail

double log_besselk(double nu, double x) {
  if (!(x > 0.0)) return x == 0.0 ? std::numeric_limits<double>::infinity() : kNaN;
  if (std::isinf(x)) return -x;
  std::array<double, 1> a{};
  return detail::scaled_besselk_series(nu, x, a) - x;
}

double log_matern(double nu, double s) {
  if (!(s >= 0.0)) return kNaN;
  if (const int n = detail::half_integer_order(nu); n >= 0)
    return detail::log_half_integer_matern(n, s);
  // Close to 0 the logarithms of x^nu and of K_nu are large and cancel; what they leave is below
  // rounding.
  if (s == 0.0 || (nu > 0.0 && std::pow(s, std::min(nu, 1.0)) < 1e-18)) {
    return nu > 0.0 ? lgamma(nu) + (nu - 1.0) * kLog2 : std::numeric_limits<double>::infinity();
  }
  const double x = std::sqrt(s);
  return log_besselk(nu, x) + nu * std::log(x);
}

namespace {

// Hankel's expansion. Its terms fall below rounding long before they grow again, at about 2|x|; the
// integral below would need steps of |x|^(-1/2).
Complex log_besselk_far(double order, const Complex& x) {
  Complex sum = 1.0;
  Complex term = 1.0;
  for (int k = 1; k < 60 && std::abs(term) > 1e-18; ++k) {
    const double odd = 2.0 * k - 1.0;
    term *= (4.0 * order * order - odd * odd) / (8.0 * k * x);
    sum += term;
  }
  return 0.5 * std::log(0.5 * std::numbers::pi / x) - x + std::log(sum);
}

// s^(nu/2) K_nu(sqrt(s)) = 2^(nu-1) Gamma(nu) (A - Gamma(1-nu)/Gamma(1+nu) z^nu B), z = s/4, with
// the power series of I_{-nu} and I_nu: for small s, and orders that are not close to whole ones.
Complex log_matern_close(double nu, const Complex& s) {
  const Complex z = 0.25 * s;
  Complex a = 1.0, b = 1.0, a_term = 1.0, b_term = 1.0;
  for (int k = 1; k < 30; ++k) {
    a_term *= z / (k * (k - nu));
    b_term *= z / (k * (k + nu));
    a += a_term;
    b += b_term;
  }
  const double ratio = std::tgamma(1.0 - nu) / std::tgamma(1.0 + nu);
  return lgamma(nu) + (nu - 1.0) * kLog2 + std::log(a - ratio * std::pow(z, nu) * b);
}

}  // namespace

// The same integral along t(u) = u - i theta tanh(k u), theta = arg x: far out x cosh t is real and
// positive, and k = tan(theta/2)/theta makes t leave the origin in the direction of steepest
// descent. math.md (F.2)
Complex log_besselk(double nu, const Complex& x) {
  const double size = std::abs(x);
  if (!(size > 0.0) || !std::isfinite(size)) return {size > 0.0 ? -size : kNaN, 0.0};
  const double order = std::abs(nu);
  if (size > 50.0 + order * order) return log_besselk_far(order, x);
  const double theta = std::arg(x);
  const double rate = std::abs(theta) < 1e-8 ? 0.5 : std::tan(0.5 * theta) / theta;
  const double step =
      std::min(0.12, 0.5 * std::cos(0.5 * theta) / std::sqrt(std::hypot(order, size)));
  const double peak = std::asinh(order / size);
  const double half_sinh = std::sinh(0.5 * peak);
  const double top = order * peak - 2.0 * size * half_sinh * half_sinh;
  Complex sum = 0.0;
  for (int j = 0;; ++j) {
    const double u = j * step;
    const double bend = std::tanh(rate * u);
    const Complex t(u, -theta * bend);
    const Complex s = std::sinh(0.5 * t);
    const Complex exponent = order * t - 2.0 * x * s * s - top;
    const Complex even = 0.5 * (1.0 + std::exp(-2.0 * order * t));
    const Complex dt(1.0, -theta * rate * (1.0 - bend * bend));
    sum += std::exp(exponent) * even * dt * (j == 0 ? 0.5 : 1.0);
    if (u > peak + 0.5 && exponent.real() < kNegligible) break;
  }
  return std::log(sum * step) + top - x;
}

Complex log_matern(double nu, const Complex& s) {
  if (const int n = detail::half_integer_order(nu); n >= 0)
    return detail::log_half_integer_matern(n, s);
  if (s == 0.0) return log_matern(nu, 0.0);
  const bool whole = std::abs(nu - std::nearbyint(nu)) < 0.02;
  if (!whole && nu > 0.0 && nu < 30.0 && std::abs(s) < 1.0) return log_matern_close(nu, s);
  const Complex x = std::sqrt(s);
  return log_besselk(nu, x) + nu * std::log(x);
}

}  // namespace phigp
