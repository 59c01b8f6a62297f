#include "phigp/base/scalar.h"

namespace phigp {

// e^(a+ib) - 1 = expm1(a) cos b - 2 sin^2(b/2) + i e^a sin b: no cancellation in either part near
// 0.
Complex expm1(const Complex& x) {
  const double half = std::sin(0.5 * x.imag());
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2.0 * half * half,
          std::exp(x.real()) * std::sin(x.imag())};
}

// log|1+x| = log1p(2 a + a^2 + b^2) / 2, accurate near 0 where log(1 + x) is not.
Complex log1p(const Complex& x) {
  const double a = x.real();
  const double b = x.imag();
  if (std::abs(a) > 0.5 || std::abs(b) > 0.5) return std::log(1.0 + x);
  return {0.5 * std::log1p(a * (2.0 + a) + b * b), std::atan2(b, 1.0 + a)};
}

Complex log_cosh(const Complex& x) {
  const Complex z = abs(x);
  if (std::abs(z) < 0.5) {
    const Complex s = std::sinh(0.5 * z);
    return log1p(2.0 * s * s);
  }
  return z + log1p(std::exp(-2.0 * z)) - 0.69314718055994530942;
}

Complex sech(const Complex& x) {
  const Complex e = std::exp(-abs(x));
  return 2.0 * e / (1.0 + e * e);
}

}  // namespace phigp
