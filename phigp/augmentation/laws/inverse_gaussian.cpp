#include "phigp/augmentation/laws/inverse_gaussian.h"

#include <array>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"

namespace phigp {

// Michael, Schucany and Haas (1976): shape (x - mean)^2 / (mean^2 x) is chi-square with one degree
// of freedom, n^2; of the two roots x the smaller is taken with probability mean / (mean + x). With
// q = mean n^2 / (2 shape) the roots are mean / d and mean d, d = 1 + q + sqrt(q (q + 2)): no
// difference of near-equal numbers at either end of the scale.
double draw_inverse_gaussian(double mean, double shape, Stream& stream) {
  require(mean > 0.0, "inverse Gaussian: mean", mean, "must be positive");
  require(shape > 0.0 && shape < std::numeric_limits<double>::infinity(), "inverse Gaussian: shape",
          shape, "must be positive and finite");
  const double n = stream.normal();
  double n2 = n * n;
  const double q = 0.5 * n2 * (mean / shape);
  if (!(q < 1e100)) [[unlikely]] {  // infinite or as good as infinite mean; or 0 * infinity
    while (n2 == 0.0) {
      const double again = stream.normal();
      n2 = again * again;
    }
    return shape / n2;  // relative error 1/q
  }
  const double d = 1.0 + q + std::sqrt(q * (q + 2.0));
  // An array, not a branch: near n = 0 the choice is a coin toss that no branch predictor learns.
  const std::array<double, 2> roots = {mean * d, mean / d};
  return roots[stream.uniform() * (d + 1.0) < d ? 1 : 0];
}

}  // namespace phigp
