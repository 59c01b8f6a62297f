#include "phigp/io/standardisation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"

namespace phigp {

double Standardisation::apply(double value) const {
  const double difference = value - centre;
  if (std::isfinite(difference)) return difference / scale;
  return (0.5 * value - 0.5 * centre) / scale * 2.0;  // two ends of the range of double; NaN stays
}

Standardisation find_standardisation(std::span<const double> values, const char* name) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  double count = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    require(std::isfinite(value), name, value, "must be finite");
    least = std::min(least, value);
    most = std::max(most, value);
    count += 1.0;
  }
  require(count > 0.0, name, "", "must have a value that is not missing");
  if (least == most) return {least, 1.0};

  // In units of a power of two, which costs no rounding, all values lie within (-2, 2): sums and
  // squares cannot overflow. Rounding of the mean is taken back by the second pass.
  const int unit = std::ilogb(std::max(std::abs(least), std::abs(most)));
  double sum = 0.0;
  for (const double value : values) {
    if (!std::isnan(value)) sum += std::scalbn(value, -unit);
  }
  double mean = sum / count;
  double difference = 0.0;
  for (const double value : values) {
    if (!std::isnan(value)) difference += std::scalbn(value, -unit) - mean;
  }
  mean += difference / count;
  double squares = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const double d = std::scalbn(value, -unit) - mean;
    squares += d * d;
  }
  Standardisation result;
  result.centre = std::clamp(std::scalbn(mean, unit), least, most);
  result.scale = std::scalbn(std::sqrt(squares / count), unit);
  // Differences whose squares vanish beside the largest value, or values at the bottom of double.
  if (!(result.scale > 0.0)) result.scale = 0.5 * most - 0.5 * least;
  if (!(result.scale > 0.0)) result.scale = std::numeric_limits<double>::denorm_min();
  return result;
}

}  // namespace phigp
