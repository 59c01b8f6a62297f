// Truncated Taylor series in one variable, to a fixed order N, over coefficients T: sum_k c[k] t^k,
// k = 0..N. Running log_phi on a Taylor<N> gives its derivatives (the cumulants of omega); on
// Taylor<N, Taylor<1>> also their derivatives in one parameter. A series may vanish at t = 0: sqrt,
// pow and division then work on the leading term (sqrt(t^2) = t), which is how log_phi(q^2) is
// expanded at q = 0; what has no such expansion becomes NaN. Every function is the recurrence that
// its differential equation gives.  math.md (T.1)
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "phigp/base/scalar.h"

namespace phigp {

template <int N, class T = double>
struct Taylor {
  static constexpr int kOrder = N;
  using Coefficient = T;
  std::array<T, N + 1> c{};

  Taylor() = default;
  Taylor(const T& constant) { c[0] = constant; }  // NOLINT: a constant is a series
  Taylor(double constant)                         // NOLINT: a number is a series
    requires(!std::same_as<T, double>)
  {
    c[0] = T(constant);
  }
  static Taylor variable(const T& at, double slope = 1.0) {
    Taylor x(at);
    x.c[1] = T(slope);
    return x;
  }
  T& operator[](int k) { return c[static_cast<std::size_t>(k)]; }
  const T& operator[](int k) const { return c[static_cast<std::size_t>(k)]; }

  Taylor& operator+=(const Taylor& o) {
    for (int k = 0; k <= N; ++k) (*this)[k] += o[k];
    return *this;
  }
  Taylor& operator-=(const Taylor& o) {
    for (int k = 0; k <= N; ++k) (*this)[k] -= o[k];
    return *this;
  }
  Taylor& operator*=(double s) {
    for (int k = 0; k <= N; ++k) (*this)[k] *= s;
    return *this;
  }
  friend Taylor operator+(Taylor a, const Taylor& b) { return a += b; }
  friend Taylor operator-(Taylor a, const Taylor& b) { return a -= b; }
  friend Taylor operator-(Taylor a) { return a *= -1.0; }
  friend Taylor operator+(Taylor a, double s) { return a.c[0] += s, a; }
  friend Taylor operator+(double s, Taylor a) { return a.c[0] += s, a; }
  friend Taylor operator-(Taylor a, double s) { return a.c[0] -= s, a; }
  friend Taylor operator-(double s, const Taylor& a) { return s + (-a); }
  friend Taylor operator*(Taylor a, double s) { return a *= s; }
  friend Taylor operator*(double s, Taylor a) { return a *= s; }
  friend Taylor operator/(Taylor a, double s) {
    for (int k = 0; k <= N; ++k) a[k] = a[k] / s;
    return a;
  }
  friend Taylor operator/(double s, const Taylor& a) { return Taylor(T(s)) / a; }

  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    Taylor p;
    for (int k = 0; k <= N; ++k)
      for (int j = 0; j <= k; ++j) p[k] += a[j] * b[k - j];
    return p;
  }
  friend Taylor operator/(const Taylor& a, const Taylor& b) {
    const int v = detail_valuation(b);
    if (v > 0) return detail_shifted_quotient(a, b, v);
    Taylor q;
    for (int k = 0; k <= N; ++k) {
      T s = a[k];
      for (int j = 1; j <= k; ++j) s -= b[j] * q[k - j];
      q[k] = s / b[0];
    }
    return q;
  }

  // Index of the first coefficient that is not zero; N + 1 if there is none.
  static int detail_valuation(const Taylor& a) {
    int v = 0;
    while (v <= N && value(a[v]) == 0.0) ++v;
    return v;
  }
  static Taylor detail_shift(const Taylor& a, int by) {  // a * t^by, by of either sign
    Taylor s;
    for (int k = 0; k <= N; ++k)
      if (k - by >= 0 && k - by <= N) s[k] = a[k - by];
    return s;
  }
  static Taylor not_expandable() {
    Taylor none;
    none.c.fill(T(std::numeric_limits<double>::quiet_NaN()));
    return none;
  }

 private:
  static Taylor detail_shifted_quotient(const Taylor& a, const Taylor& b, int v) {
    if (v > N || detail_valuation(a) < v) return not_expandable();
    return detail_shift(a, -v) / detail_shift(b, -v);
  }
};

using Dual = Taylor<1>;  // value and first derivative

// Operations with a coefficient that is itself a series (a parameter that carries a derivative).
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator+(Taylor<N, T> a, const std::type_identity_t<T>& s) {
  return a.c[0] += s, a;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator+(const std::type_identity_t<T>& s, Taylor<N, T> a) {
  return a.c[0] += s, a;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator-(Taylor<N, T> a, const std::type_identity_t<T>& s) {
  return a.c[0] -= s, a;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator-(const std::type_identity_t<T>& s, const Taylor<N, T>& a) {
  return s + (-a);
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator*(Taylor<N, T> a, const std::type_identity_t<T>& s) {
  for (int k = 0; k <= N; ++k) a[k] = a[k] * s;
  return a;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator*(const std::type_identity_t<T>& s, const Taylor<N, T>& a) {
  return a * s;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator/(Taylor<N, T> a, const std::type_identity_t<T>& s) {
  for (int k = 0; k <= N; ++k) a[k] = a[k] / s;
  return a;
}
template <int N, class T>
  requires(!std::same_as<T, double>)
Taylor<N, T> operator/(const std::type_identity_t<T>& s, const Taylor<N, T>& a) {
  return Taylor<N, T>(s) / a;
}

template <int N, class T>
double value(const Taylor<N, T>& x) {
  return value(x[0]);
}

// The series F with F(0) = first whose derivative is slope * x'. All functions below that are an
// integral use it.
template <int N, class T>
Taylor<N, T> integrate_along(const T& first, const Taylor<N, T>& slope, const Taylor<N, T>& x) {
  Taylor<N, T> f(first);
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j <= k; ++j) s += static_cast<double>(j) * (x[j] * slope[k - j]);
    f[k] = s * (1.0 / k);
  }
  return f;
}

template <int N, class T>
Taylor<N, T> exp(const Taylor<N, T>& x) {
  Taylor<N, T> e(exp(x[0]));
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j <= k; ++j) s += static_cast<double>(j) * (x[j] * e[k - j]);
    e[k] = s * (1.0 / k);
  }
  return e;
}

template <int N, class T>
Taylor<N, T> expm1(const Taylor<N, T>& x) {
  Taylor<N, T> e = exp(x);
  e[0] = expm1(x[0]);
  return e;
}

// log of a series whose constant term is `base` (x[0] is not looked at) and whose logarithm starts
// with `first`.
template <int N, class T>
Taylor<N, T> log_with_base(const T& first, const T& base, const Taylor<N, T>& x) {
  Taylor<N, T> l(first);
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j < k; ++j) s += static_cast<double>(j) * (l[j] * x[k - j]);
    l[k] = (x[k] - s * (1.0 / k)) / base;
  }
  return l;
}

template <int N, class T>
Taylor<N, T> log(const Taylor<N, T>& x) {
  return log_with_base(log(x[0]), x[0], x);
}

template <int N, class T>
Taylor<N, T> log1p(const Taylor<N, T>& x) {
  return log_with_base(log1p(x[0]), T(x[0] + 1.0), x);
}

// x^p; where x vanishes at t = 0 to order v, p * v has to be a whole number.
template <int N, class T, class P>
  requires(std::same_as<P, double> || std::same_as<P, T>)
Taylor<N, T> pow(const Taylor<N, T>& x, const P& p) {
  using S = Taylor<N, T>;
  const int v = S::detail_valuation(x);
  if (v > 0) {
    if (v > N) return value(p) > 0.0 ? S{} : S::not_expandable();
    const double shift = v * value(p);
    if (shift < 0.0 || shift != std::floor(shift)) return S::not_expandable();
    const S unit = pow(S::detail_shift(x, -v), p);
    S power = shift > N ? S{} : S::detail_shift(unit, static_cast<int>(shift));
    if constexpr (!std::same_as<P, double>) {  // the derivative in a moving exponent has a factor
                                               // log t
      if (p.c[1] != 0.0) {
        for (T& coefficient : power.c) coefficient.c[1] = std::numeric_limits<double>::quiet_NaN();
      }
    }
    return power;
  }
  S y(pow(x[0], p));
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j <= k; ++j)
      s += (p * static_cast<double>(j) - static_cast<double>(k - j)) * (x[j] * y[k - j]);
    y[k] = s / (x[0] * static_cast<double>(k));
  }
  return y;
}

template <int N, class T>
Taylor<N, T> pow(const Taylor<N, T>& x, const Taylor<N, T>& p) {
  return exp(p * log(x));
}

template <int N, class T>
Taylor<N, T> sqrt(const Taylor<N, T>& x) {
  using S = Taylor<N, T>;
  const int v = S::detail_valuation(x);
  if (v > N) return S{};
  if (v > 0)
    return v % 2 != 0 ? S::not_expandable() : S::detail_shift(sqrt(S::detail_shift(x, -v)), v / 2);
  S y(sqrt(x[0]));
  const T twice = 2.0 * y[0];  // divided by, so that sqrt of (q + t)^2 is q + t without rounding
  for (int k = 1; k <= N; ++k) {
    T s = x[k];
    for (int j = 1; j < k; ++j) s -= y[j] * y[k - j];
    y[k] = s / twice;
  }
  return y;
}

// |x|: the sign is that of the leading term.
template <int N, class T>
Taylor<N, T> abs(const Taylor<N, T>& x) {
  const int v = Taylor<N, T>::detail_valuation(x);
  return v <= N && value(x[v]) < 0.0 ? -x : x;
}

template <int N, class T>
Taylor<N, T> tanh(const Taylor<N, T>& x) {
  Taylor<N, T> t(tanh(x[0]));
  Taylor<N, T> w(square(sech(x[0])));  // 1 - t^2, its first term free of cancellation
  for (int k = 1; k <= N; ++k) {
    T s{};
    for (int j = 1; j <= k; ++j) s += static_cast<double>(j) * (x[j] * w[k - j]);
    t[k] = s * (1.0 / k);
    T q{};
    for (int j = 0; j <= k; ++j) q += t[j] * t[k - j];
    w[k] = -q;
  }
  return t;
}

template <int N, class T>
Taylor<N, T> log_cosh(const Taylor<N, T>& x) {
  return integrate_along(log_cosh(x[0]), tanh(x), x);
}

template <int N, class T>
Taylor<N, T> cosh(const Taylor<N, T>& x) {
  return 0.5 * (exp(x) + exp(-x));
}

template <int N, class T>
Taylor<N, T> sinh(const Taylor<N, T>& x) {
  const Taylor<N, T> up = expm1(x);
  const Taylor<N, T> down = expm1(-x);
  return 0.5 * (up - down);
}

template <int N, class T>
Taylor<N, T> sech(const Taylor<N, T>& x) {
  return exp(-log_cosh(x));
}

}  // namespace phigp
