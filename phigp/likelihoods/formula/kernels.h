// The loops that instructions stand for, for one number type T whose constants are of type P.
// Included only by the files that instantiate Program::execute.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <memory>
#include <vector>

#include "phigp/base/special.h"
#include "phigp/likelihoods/formula/program.h"

namespace phigp::detail {

// Where an operand is found: points of type T (one each), or numbers of type P (one each, or one
// for all: stride 0).
template <class T, class P>
struct Source {
  const T* points = nullptr;
  const P* numbers = nullptr;
  std::size_t stride = 0;

  T at(std::size_t i) const { return points != nullptr ? points[i] : T(numbers[i * stride]); }
};

template <class T, class A, class B, class F>
void loop(const A* a, std::size_t a_stride, const B* b, std::size_t b_stride, T* out, std::size_t n,
          F&& f) {
  if (b_stride == 0) {
    const B fixed = *b;
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a[i * a_stride], fixed);
  } else if (a_stride == 0) {
    const A fixed = *a;
    for (std::size_t i = 0; i < n; ++i) out[i] = f(fixed, b[i * b_stride]);
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  }
}

template <class T, class P, class F>
void binary(const Source<T, P>& a, const Source<T, P>& b, T* out, std::size_t n, F&& f) {
  if (a.points != nullptr && b.points != nullptr) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a.points[i], b.points[i]);
  } else if (a.points != nullptr) {
    loop(a.points, 1, b.numbers, b.stride, out, n, f);
  } else if (b.points != nullptr) {
    loop(a.numbers, a.stride, b.points, 1, out, n, f);
  } else if constexpr (std::same_as<T, P>) {
    loop(a.numbers, a.stride, b.numbers, b.stride, out, n, f);
  }
}

template <class T, class P, class F>
void unary(const Source<T, P>& a, T* out, std::size_t n, F&& f) {
  if (a.points != nullptr) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a.points[i]);
  } else if constexpr (std::same_as<T, P>) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a.numbers[i * a.stride]);
  }
}

// a * b + c, b a number.
template <class T, class P>
void affine(const Source<T, P>& a, const Source<T, P>& b, const Source<T, P>& c, T* out,
            std::size_t n) {
  if (a.points != nullptr && b.numbers != nullptr && b.stride == 0 && c.points != nullptr) {
    const P scale = *b.numbers;
    for (std::size_t i = 0; i < n; ++i) out[i] = a.points[i] * scale + c.points[i];
  } else if (a.points != nullptr && b.numbers != nullptr && b.stride == 0 && c.stride == 0) {
    const P scale = *b.numbers;
    const P shift = *c.numbers;
    for (std::size_t i = 0; i < n; ++i) out[i] = a.points[i] * scale + shift;
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      if (b.points != nullptr) {
        out[i] = a.at(i) * b.points[i] + c.at(i);
      } else {
        out[i] = a.at(i) * b.numbers[i * b.stride] + c.at(i);
      }
    }
  }
}

template <class T>
T whole_power(T x, int n) {
  T result = (n & 1) != 0 ? x : T(1.0);
  for (n >>= 1; n > 0; n >>= 1) {
    x = x * x;
    if ((n & 1) != 0) result = result * x;
  }
  return result;
}

// x^p where p may carry a derivative that is zero: then x may be anything that the plain power
// takes.
template <class T, class P>
T power(const T& x, const P& p) {
  if constexpr (std::same_as<P, Dual>) {
    if (p[1] == 0.0) return pow(x, p[0]);
  }
  return pow(x, p);
}

inline double size_of(double x) { return std::abs(x); }
inline double size_of(const Complex& x) { return std::abs(x); }
template <int N, class T>
double size_of(const Taylor<N, T>& x) {
  return std::abs(value(x));
}

// log sinh x = x + log(1 - e^(-2x)) - log 2 and log tanh x, x > 0.
template <class T>
T log_one_minus_exp(const T& x) {  // log(1 - e^-x)
  if (value(x) > 0.69) return log1p(-1.0 * exp(-1.0 * x));
  return log(-1.0 * expm1(-1.0 * x));
}
template <class T>
T log_sinh(const T& x) {
  return x + (log_one_minus_exp(T(2.0 * x)) - 0.69314718055994530942);
}
template <class T>
T log_tanh(const T& x) {
  return log_one_minus_exp(T(2.0 * x)) - log1p(exp(-2.0 * x));
}

// log(log1p(x) / x), which tends to -x/2 where log1p(x) and x underflow together.
template <class T>
T log_log1p_ratio(const T& x) {
  if (size_of(x) > 1e-2) return log(T(log1p(x) / x));
  T tail(0.0);  // log1p(x)/x - 1 = -x/2 + x^2/3 - ...
  for (int k = 9 + kNilpotency<T>; k >= 2; --k) tail = x * (tail + (k % 2 == 0 ? -1.0 : 1.0) / k);
  return log1p(tail);
}

// log(expm1(x) / x), which tends to x/2.
template <class T>
T log_expm1_ratio(const T& x) {
  if (size_of(x) > 1e-2) return log(T(expm1(x) / x));
  T tail(0.0);  // expm1(x)/x - 1 = x/2 (1 + x/3 (1 + ...))
  for (int k = 8 + kNilpotency<T>; k >= 2; --k) tail = x * (tail + 1.0) / static_cast<double>(k);
  return log1p(tail);
}

// log sum W_k e^{l_k}. Small exponents: log1p((sum W_k - 1) + sum W_k expm1(l_k)), which is exact
// to rounding near sum = 1; otherwise relative to the largest exponential. math.md (F.3)
template <class T, class P>
T log_sum(const std::vector<Source<T, P>>& terms, std::size_t i) {
  std::size_t top = 1;
  bool near = true;
  for (std::size_t k = 1; k < terms.size(); k += 2) {
    const T l = terms[k].at(i);
    if (value(l) > value(terms[top].at(i))) top = k;
    near = near && size_of(l) < 0.5;
  }
  // The sum, and the sum minus one: near one the latter must not be formed from the former, nor the
  // other way round.
  T weights = near ? T(0.0) : terms[top - 1].at(i);
  T rest(0.0);
  const T reference = terms[top].at(i);
  for (std::size_t k = 1; k < terms.size(); k += 2) {
    const T weight = terms[k - 1].at(i);
    if (near) {
      weights = weights + weight;
      rest = rest + weight * expm1(terms[k].at(i));
    } else if (k != top) {
      rest = rest + weight * exp(T(terms[k].at(i) - reference));
    }
  }
  const T excess = (weights - 1.0) + rest;
  const T result = size_of(excess) < 0.5 ? log1p(excess) : log(T(weights + rest));
  return near ? result : reference + result;
}

template <class T, class P>
void run_instruction(const Instruction& instruction, const Source<T, P>& a, const Source<T, P>& b,
                     const Source<T, P>& c, const std::vector<Source<T, P>>& many, T* out,
                     std::size_t n) {
  switch (instruction.code) {
    case Code::add:
      return binary(a, b, out, n, [](const auto& x, const auto& y) { return T(x + y); });
    case Code::subtract:
      return binary(a, b, out, n, [](const auto& x, const auto& y) { return T(x - y); });
    case Code::multiply:
      return binary(a, b, out, n, [](const auto& x, const auto& y) { return T(x * y); });
    case Code::divide:
      return binary(a, b, out, n, [](const auto& x, const auto& y) { return T(x / y); });
    case Code::power:
      // The exponent is never of a higher level than the base.
      if (a.points != nullptr) return loop(a.points, 1, b.numbers, b.stride, out, n, power<T, P>);
      if constexpr (std::same_as<T, P>)
        return loop(a.numbers, a.stride, b.numbers, b.stride, out, n, power<T, P>);
      return;
    case Code::affine:
      return affine(a, b, c, out, n);
    case Code::whole_power:
      return unary(a, out, n,
                   [p = instruction.immediate](const T& x) { return whole_power(x, p); });
    case Code::sqrt:
      return unary(a, out, n, [](const T& x) { return sqrt(x); });
    case Code::exp:
      return unary(a, out, n, [](const T& x) { return exp(x); });
    case Code::expm1:
      return unary(a, out, n, [](const T& x) { return expm1(x); });
    case Code::log:
      return unary(a, out, n, [](const T& x) { return log(x); });
    case Code::log1p:
      return unary(a, out, n, [](const T& x) { return log1p(x); });
    case Code::abs:
      return unary(a, out, n, [](const T& x) { return abs(x); });
    case Code::cosh:
      return unary(a, out, n, [](const T& x) { return cosh(x); });
    case Code::sinh:
      return unary(a, out, n, [](const T& x) { return sinh(x); });
    case Code::tanh:
      return unary(a, out, n, [](const T& x) { return tanh(x); });
    case Code::erfc:
      return unary(a, out, n, [](const T& x) { return erfc(x); });
    case Code::erfcx:
      return unary(a, out, n, [](const T& x) { return erfcx(x); });
    case Code::lgamma:  // these two are of parameters alone
    case Code::log_gamma_ratio:
      if constexpr (std::same_as<T, P>) {
        if (instruction.code == Code::lgamma)
          return unary(a, out, n, [](const T& x) { return lgamma(x); });
        return unary(a, out, n,
                     [d = value(*b.numbers)](const T& x) { return log_gamma_ratio(x, d); });
      }
      return;
    case Code::logcosh:
      return unary(a, out, n, [](const T& x) { return log_cosh(x); });
    case Code::logsinh:
      return unary(a, out, n, [](const T& x) { return log_sinh(x); });
    case Code::logtanh:
      return unary(a, out, n, [](const T& x) { return log_tanh(x); });
    case Code::log_log1p_ratio:
      return unary(a, out, n, [](const T& x) { return log_log1p_ratio(x); });
    case Code::log_expm1_ratio:
      return unary(a, out, n, [](const T& x) { return log_expm1_ratio(x); });
    case Code::log_erfc:
      return unary(a, out, n, [](const T& x) { return log_erfc(x); });
    case Code::log_erfcx:
      return unary(a, out, n, [](const T& x) { return log_erfcx(x); });
    case Code::log_matern:
      return unary(b, out, n, [nu = value(*a.numbers)](const T& s) { return log_matern(nu, s); });
    case Code::sqrt_minus_one:
      return unary(a, out, n, [](const T& x) { return T(x / (1.0 + sqrt(T(1.0 + x)))); });
    case Code::log_sum:
      for (std::size_t i = 0; i < n; ++i) out[i] = log_sum(many, i);
      return;
  }
}

}  // namespace phigp::detail
