// The functions from which log_phi is written, for real and complex arguments, all in namespace
// phigp so that a body written once (unqualified calls) runs on double, Complex and Taylor
// (taylor.h). Complex branches are those that a Laplace transform on the right half-plane needs:
// |u| means the root of u^2 with positive real part.
#pragma once

#include <cmath>
#include <complex>

namespace phigp {

using Complex = std::complex<double>;

inline double value(double x) { return x; }
inline double value(const Complex& x) { return x.real(); }

inline double exp(double x) { return std::exp(x); }
inline double expm1(double x) { return std::expm1(x); }
inline double log(double x) { return std::log(x); }
inline double log1p(double x) { return std::log1p(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline double pow(double x, double p) { return std::pow(x, p); }
inline double abs(double x) { return std::abs(x); }
inline double cosh(double x) { return std::cosh(x); }
inline double sinh(double x) { return std::sinh(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double sech(double x) {
  const double e = std::exp(-std::abs(x));
  return 2.0 * e / (1.0 + e * e);
}
// log cosh x, without overflow for large |x| and to full relative accuracy for small |x|.
inline double log_cosh(double x) {
  const double a = std::abs(x);
  if (a < 0.5) {
    const double s = std::sinh(0.5 * a);
    return std::log1p(2.0 * s * s);
  }
  return a + std::log1p(std::exp(-2.0 * a)) - 0.69314718055994530942;
}

inline Complex exp(const Complex& x) { return std::exp(x); }
inline Complex log(const Complex& x) { return std::log(x); }
inline Complex sqrt(const Complex& x) { return std::sqrt(x); }
inline Complex pow(const Complex& x, double p) { return std::pow(x, p); }
inline Complex cosh(const Complex& x) { return std::cosh(x); }
inline Complex sinh(const Complex& x) { return std::sinh(x); }
inline Complex tanh(const Complex& x) { return std::tanh(x); }
inline Complex abs(const Complex& x) { return std::signbit(x.real()) ? -x : x; }
Complex expm1(const Complex& x);
Complex log1p(const Complex& x);
Complex log_cosh(const Complex& x);
Complex sech(const Complex& x);

template <class T>
T square(const T& x) {
  return x * x;
}

}  // namespace phigp
