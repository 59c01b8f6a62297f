// Special functions that scalar.h lacks, for every number type: the error function family and the
// modified Bessel function K, always with a form that gives the logarithm, because the values leave
// the range of a double early.
//   erfc, erfcx(x) = exp(x^2) erfc(x), and their logarithms
//   log_besselk(nu, x) = log K_nu(x)
//   log_matern(nu, s)  = log of s^(nu/2) K_nu(sqrt(s)), which is finite at s = 0 and smooth in s
// Complex arguments: the right half-plane. Derivatives are taken from representations without
// cancellation. math.md (F.1), (F.2)
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "phigp/base/scalar.h"
#include "phigp/base/taylor.h"

namespace phigp {

double erfc(double x);
double erfcx(double x);
double log_erfc(double x);
double log_erfcx(double x);
Complex erfc(const Complex& x);
Complex erfcx(const Complex& x);
Complex log_erfc(const Complex& x);
Complex log_erfcx(const Complex& x);

double log_besselk(double nu, double x);
Complex log_besselk(double nu, const Complex& x);
double log_matern(double nu, double s);
Complex log_matern(double nu, const Complex& s);

// log Gamma and its derivative; poles give infinity and NaN.
double lgamma(double x);
double digamma(double x);
// log Gamma(x + d) - log Gamma(x), which the difference loses for large x.
double log_gamma_ratio(double x, double d);

namespace detail {

// The highest power of a nilpotent part that survives: N for Taylor<N>, N + M for Taylor<N,
// Taylor<M>>.
template <class T>
inline constexpr int kNilpotency = 0;
template <int N, class T>
inline constexpr int kNilpotency<Taylor<N, T>> = N + kNilpotency<T>;

// sum_k a[k] d^k for a d whose value is 0. One rule for every nesting of series.
template <class T, std::size_t K>
T compose(const std::array<double, K>& a, const T& d) {
  T sum(a[K - 1]);
  for (std::size_t k = K - 1; k-- > 0;) sum = sum * d + a[k];
  return sum;
}

// erfcx(x (1 + d)) / erfcx(x) = sum_k a[k] d^k, x > 0. math.md (F.1)
void erfcx_ratio_series(double x, std::span<double> a);
// f(x (1 + d)) / f(x) = sum_k a[k] d^k for f(x) = e^x K_nu(x); returns log f(x). math.md (F.2)
double scaled_besselk_series(double nu, double x, std::span<double> a);
// f(s (1 + d)) / f(s) = sum_k a[k] d^k for f(s) = s^(nu/2) K_nu(sqrt(s)); returns log f(s). math.md
// (F.2)
double matern_series(double nu, double s, std::span<double> a);

// Below this s derivatives are taken in s, above it in sqrt(s).
inline double matern_cut(double nu) { return 4.0 + nu * nu; }
inline constexpr double kErfcxCut = 0.4;
inline constexpr double kTwoOverRootPi = 1.12837916709551257390;
inline constexpr double kLogRootHalfPi = 0.22579135264472743236;  // log sqrt(pi/2)

// K of half-integer order is elementary: nu = n + 1/2 with this n, or -1.
int half_integer_order(double nu);
// s^(nu/2) K_nu = sqrt(pi/2) e^(-x) p(x), x = sqrt(s), p(x) = sum_k c[k] x^k of degree n, all c[k]
// > 0.
void matern_polynomial(int n, std::span<double> c);
inline constexpr int kMostHalfInteger = 16;

template <class T>
T log_half_integer_matern(int n, const T& s) {
  std::array<double, kMostHalfInteger + 1> c{};
  matern_polynomial(n, c);
  const T x = sqrt(s);
  T tail(0.0);
  for (int k = n; k >= 1; --k) tail = x * (tail + c[static_cast<std::size_t>(k)] / c[0]);
  return log1p(tail) - x + (kLogRootHalfPi + std::log(c[0]));
}

template <class T>
T log_matern_near(double nu, const T& s) {
  const double at = value(s);
  std::array<double, kNilpotency<T> + 1> a{};
  const double first = matern_series(nu, at, a);
  return log(compose(a, (s - at) * (1.0 / at))) + first;
}

}  // namespace detail

// y = log erfc(x) satisfies y' = -(2/sqrt(pi)) g x' with g = exp(-x^2 - y), and g' = g (-x^2 - y)':
// two recurrences that are stable left of the cut; right of it the logarithmic derivative cancels
// and erfcx is used. math.md (F.1)
template <int N, class T>
Taylor<N, T> log_erfc(const Taylor<N, T>& x) {
  if (value(x) >= detail::kErfcxCut) return log_erfcx(x) - x * x;
  const Taylor<N, T> x2 = x * x;
  Taylor<N, T> y(log_erfc(x[0]));
  Taylor<N, T> u = -x2;  // the exponent -x^2 - y
  u[0] = u[0] - y[0];
  Taylor<N, T> g(exp(u[0]));
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j <= k; ++j) s += static_cast<double>(j) * (x[j] * g[k - j]);
    y[k] = s * (-detail::kTwoOverRootPi / k);
    u[k] = u[k] - y[k];
    T p{};
    for (int j = 1; j <= k; ++j) p += static_cast<double>(j) * (u[j] * g[k - j]);
    g[k] = p * (1.0 / k);
  }
  return y;
}

template <int N, class T>
Taylor<N, T> erfcx(const Taylor<N, T>& x) {
  const double at = value(x);
  if (!(at >= detail::kErfcxCut)) return exp(log_erfcx(x));
  std::array<double, detail::kNilpotency<Taylor<N, T>> + 1> a{};
  detail::erfcx_ratio_series(at, a);
  return erfcx(at) * detail::compose(a, (x - at) * (1.0 / at));
}

template <int N, class T>
Taylor<N, T> log_erfcx(const Taylor<N, T>& x) {
  return value(x) >= detail::kErfcxCut ? log(erfcx(x)) : x * x + log_erfc(x);
}

template <int N, class T>
Taylor<N, T> erfc(const Taylor<N, T>& x) {
  return exp(log_erfc(x));
}

template <int N, class T>
Taylor<N, T> log_besselk(double nu, const Taylor<N, T>& x) {
  const double at = value(x);
  if (!(at > 0.0)) return Taylor<N, T>::not_expandable();
  if (at * at <= detail::matern_cut(nu)) return detail::log_matern_near(nu, x * x) - nu * log(x);
  std::array<double, detail::kNilpotency<Taylor<N, T>> + 1> a{};
  const double first = detail::scaled_besselk_series(nu, at, a);
  return log(detail::compose(a, (x - at) * (1.0 / at))) + first - x;
}

template <int N, class T>
Taylor<N, T> log_matern(double nu, const Taylor<N, T>& s) {
  const double at = value(s);
  const int n = detail::half_integer_order(nu);
  // The elementary form loses the higher derivatives near 0, where they are those of a function of
  // sqrt(s).
  const bool elementary =
      !(at > 0.0) || at > detail::matern_cut(nu) || detail::kNilpotency<Taylor<N, T>> <= 2;
  if (n >= 0 && elementary) return detail::log_half_integer_matern(n, s);
  if (!(at > 0.0)) return Taylor<N, T>::not_expandable();
  if (at <= detail::matern_cut(nu)) return detail::log_matern_near(nu, s);
  const Taylor<N, T> x = sqrt(s);
  return log_besselk(nu, x) + nu * log(x);
}

// Of numbers and of numbers that carry one derivative: what normalising constants are made of.
inline Dual lgamma(const Dual& x) {
  Dual y(lgamma(x[0]));
  y[1] = digamma(x[0]) * x[1];
  return y;
}
inline Dual log_gamma_ratio(const Dual& x, double d) {
  Dual y(log_gamma_ratio(x[0], d));
  y[1] = (digamma(x[0] + d) - digamma(x[0])) * x[1];
  return y;
}

}  // namespace phigp
