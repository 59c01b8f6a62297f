// K(s) = log E exp(-s omega) + s x under pi(. | c^2), that is log phi(c^2 + s) - log phi(c^2) + s
// x, for real and complex s with Re s > -c^2. Where |log phi| is large the difference is taken term
// by term from the Taylor series of log phi at c^2 in the scale-free variable s / c^2, so that
// nothing cancels and c^2 = 1e16 is as good as c^2 = 1. math.md (I.2)
#pragma once

#include <span>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

class TiltedTransform {
 public:
  TiltedTransform(const Radial& radial, const Row& row, double c2);

  double c2() const { return c2_; }
  double log_phi() const { return log_phi_; }  // at c2
  // Mean of omega under pi(. | c2 + s); s > 0 when c2 = 0.
  double mean(double s) const;

  // K and its derivative x - mean(s), real s >= -c2. The derivative is not defined at s = -c2.
  double exponent(double s, double x) const;
  double slope(double s, double x) const;
  // K at many points of the complex plane.
  void exponents(std::span<const Complex> s, double x, std::span<Complex> out) const;

  // Absolute error of an exponent at s that stems from rounding, other than that of x and of the
  // mean, which moves all exponents together: the error of F is then pdf times theirs.
  double rounding(double s, double x) const;

 private:
  bool by_series(double size) const { return size <= series_reach_; }
  template <class T>
  T centred(const T& s) const;

  const Radial* radial_;
  Row row_;
  double c2_;
  double log_phi_ = 0.0;
  double mean_ = 0.0;           // at c2 > 0
  std::vector<double> series_;  // series_[k] (s / c2)^k, k >= 2; the first two are not used
  double series_reach_ = -1.0;  // |s| up to which the series is better than the difference
};

}  // namespace phigp
