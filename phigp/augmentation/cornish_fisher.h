// Mean and shape of pi(omega | c^2) from its cumulants, and the quantiles that they give where the
// law is close to normal. math.md (S.2), (S.3)
#pragma once

#include <array>

#include "phigp/augmentation/moments.h"

namespace phigp {

// Of y = omega - start.
struct ShapeOfLaw {
  std::array<double, 4>
      log_mean{};          // log of the mean of y, and its first three derivatives in t = log c2
  double variation = 0.0;  // standard deviation over mean
  double skewness = 0.0;
  double kurtosis = 0.0;  // excess
  double fifth = 0.0;     // fifth cumulant over the fifth power of the standard deviation

  // The coefficient of variation of the inverse Gaussian law that is as far from normal as this
  // one.
  double departure() const;
  // y / mean - 1 at the normal score z, to fourth order (Cornish and Fisher).
  double relative_deviation(double z) const;
};

// c2 > 0. Throws NumericalError when a derivative of the mean is not finite.
ShapeOfLaw shape_of_law(const Moments& moments, const Row& row, double start, double c2);

}  // namespace phigp
