#include "phigp/inference/site_slope.h"

namespace phigp {

double site_slope(const Likelihood& likelihood, const Observations& observed, const Sites& sites,
                  const Vector& m, const Vector& v, std::size_t parameter) {
  SiteSlopes slopes;
  site_slopes(likelihood, observed, sites.c2, parameter, slopes);
  double sum = 0.0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const double distance = m[at] - sites.centre[i];
    sum += slopes.constant[i] + slopes.tilt[i] * distance -
           0.5 * slopes.precision[i] * (distance * distance + v[at]);
  }
  return sum;
}

}  // namespace phigp
