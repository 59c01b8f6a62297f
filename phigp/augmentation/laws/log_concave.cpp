#include "phigp/augmentation/laws/log_concave.h"

#include <boost/math/special_functions/log1p.hpp>
#include <cmath>

namespace phigp::detail {

LogConcaveHat::LogConcaveHat(const Tangent& left, const Tangent& right)
    : low_(left.at - left.value / left.slope),
      high_(right.at - right.value / right.slope),
      left_scale_(1.0 / left.slope),
      right_scale_(-1.0 / right.slope) {}

LogConcaveHat::Point LogConcaveHat::draw(Stream& stream) const {
  const double middle = high_ - low_;
  const double u = stream.uniform() * (middle + left_scale_ + right_scale_);
  if (u < middle) return {low_ + u, 0.0};
  const double e = stream.exponential();
  if (u < middle + right_scale_) return {high_ + right_scale_ * e, -e};
  return {low_ - left_scale_ * e, -e};
}

double expm1_minus(double x) {
  if (std::abs(x) > 0.3) return std::expm1(x) - x;
  double sum = 0.0;
  for (double k = 13.0; k > 2.0; k -= 1.0) sum = (1.0 + sum) * x / k;
  return 0.5 * x * x * (1.0 + sum);
}

double minus_log1p(double x) { return -boost::math::log1pmx(x); }

}  // namespace phigp::detail
