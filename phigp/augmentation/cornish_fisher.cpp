#include "phigp/augmentation/cornish_fisher.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"

namespace phigp {

namespace {

// c2^k times cumulant k, k = 1..5: free of over- and underflow. Near c2 = 0 from the expansion
// there, where it exists.
std::array<double, 6> scaled_cumulants(const Moments& moments, const Row& row, double c2) {
  std::array<double, 6> k{};
  bool finite = true;
  for (std::size_t order = 1; order < k.size(); ++order) {
    k[order] = moments.cumulant(static_cast<int>(order), c2, row) *
               std::pow(c2, static_cast<double>(order));
    finite = finite && std::isfinite(k[order]);
  }
  if (finite) return k;
  const CumulantJet jet = moments.radial().log_phi(CumulantJet::variable(c2, c2), row);
  double factor = 1.0;
  for (std::size_t order = 1; order < k.size(); ++order) {
    factor *= -static_cast<double>(order);
    k[order] = factor * jet[static_cast<int>(order)];
  }
  return k;
}

}  // namespace

double ShapeOfLaw::departure() const {
  const bool known = std::isfinite(variation + skewness + kurtosis + fifth);
  if (!known) return std::numeric_limits<double>::infinity();
  return std::max({variation, std::abs(skewness) / 3.0, std::sqrt(std::abs(kurtosis) / 15.0),
                   std::cbrt(std::abs(fifth) / 105.0)});
}

double ShapeOfLaw::relative_deviation(double z) const {
  const double z2 = z * z;
  const double g = skewness;
  const double w = z + g * (z2 - 1.0) / 6.0 + kurtosis * z * (z2 - 3.0) / 24.0 -
                   g * g * z * (2.0 * z2 - 5.0) / 36.0 + fifth * (z2 * (z2 - 6.0) + 3.0) / 120.0 -
                   g * kurtosis * (z2 * (z2 - 5.0) + 2.0) / 24.0 +
                   g * g * g * (z2 * (12.0 * z2 - 53.0) + 17.0) / 324.0;
  return variation * w;
}

ShapeOfLaw shape_of_law(const Moments& moments, const Row& row, double start, double c2) {
  const std::array<double, 6> k = scaled_cumulants(moments, row, c2);
  const double mean = k[1] - c2 * start;
  const double sd = std::sqrt(k[2]);
  ShapeOfLaw c;
  c.variation = sd / mean;
  c.skewness = k[3] / (sd * k[2]);
  c.kurtosis = k[4] / (k[2] * k[2]);
  c.fifth = k[5] / (k[2] * k[2] * sd);
  // c2 d/dc2 of the mean, once, twice, three times, over the mean; then of its logarithm.
  const double first = -k[2] / mean;
  const double second = first + k[3] / mean;
  const double third = first + 3.0 * k[3] / mean - k[4] / mean;
  c.log_mean[0] = std::log(mean) - std::log(c2);
  c.log_mean[1] = first;
  c.log_mean[2] = second - first * first;
  c.log_mean[3] = third - 3.0 * first * second + 2.0 * first * first * first;
  for (const double derivative : c.log_mean) {
    if (!std::isfinite(derivative))
      throw NumericalError("table", to_text(c2), "needs finite cumulants at this c2");
  }
  return c;
}

}  // namespace phigp
