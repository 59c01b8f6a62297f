#include "phigp/augmentation/normal_score.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace phigp {

double normal_density(double z) {
  return std::exp(-0.5 * z * z) * (std::numbers::inv_sqrtpi / std::numbers::sqrt2);
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_score(double cdf, double complement) {
  const double p = std::clamp(std::min(cdf, complement), 1e-307, 0.5);
  const double z = std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p);
  return cdf < complement ? -z : z;
}

}  // namespace phigp
