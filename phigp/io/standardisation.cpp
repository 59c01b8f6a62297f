#include "phigp/io/standardisation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "phigp/base/error.h"

namespace phigp {

double Standardisation::apply(double value) const {
  const double difference = value - centre;
  if (std::isfinite(difference)) return difference / scale;
  return (0.5 * value - 0.5 * centre) / scale * 2.0;  // two ends of the range of double; NaN stays
}

Standardisation find_standardisation(std::span<const double> values, const char* name,
                                     std::span<const double> weights) {
  require(weights.empty() || weights.size() == values.size(), name, std::to_string(weights.size()),
          "must have one weight per value, or none");
  // Calls with every value that is there, and its weight.
  const auto for_each = [&](const auto& use) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isnan(values[i])) use(values[i], weights.empty() ? 1.0 : weights[i]);
    }
  };
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  double count = 0.0;
  for_each([&](double value, double weight) {
    require(std::isfinite(value), name, value, "must be finite");
    require(weight > 0.0 && std::isfinite(weight), name, weight, "must have positive weights");
    least = std::min(least, value);
    most = std::max(most, value);
    count += weight;
  });
  require(count > 0.0, name, "", "must have a value that is not missing");
  if (least == most) return {least, 1.0};

  // In units of a power of two, which costs no rounding, all values lie within (-2, 2): sums and
  // squares cannot overflow. Rounding of the mean is taken back by the second pass.
  const int unit = std::ilogb(std::max(std::abs(least), std::abs(most)));
  double sum = 0.0;
  for_each([&](double value, double weight) { sum += weight * std::scalbn(value, -unit); });
  double mean = sum / count;
  double difference = 0.0;
  for_each([&](double value, double weight) {
    difference += weight * (std::scalbn(value, -unit) - mean);
  });
  mean += difference / count;
  double squares = 0.0;
  for_each([&](double value, double weight) {
    const double d = std::scalbn(value, -unit) - mean;
    squares += weight * d * d;
  });
  Standardisation result;
  result.centre = std::clamp(std::scalbn(mean, unit), least, most);
  result.scale = std::scalbn(std::sqrt(squares / count), unit);
  // Differences whose squares vanish beside the largest value, or values at the bottom of double.
  if (!(result.scale > 0.0)) result.scale = 0.5 * most - 0.5 * least;
  if (!(result.scale > 0.0)) result.scale = std::numeric_limits<double>::denorm_min();
  return result;
}

}  // namespace phigp
