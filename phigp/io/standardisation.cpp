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

namespace {

// for_each calls with every value that is there, and its weight, always in the same order.
template <class ForEach>
FoundStandardisation found_in(const ForEach& for_each, const char* name) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  double count = 0.0;
  for_each([&](double value, double weight) {
    // Not by require, whose arguments would cost more than the rest.
    if (!std::isfinite(value)) throw InvalidInput(name, to_text(value), "must be finite");
    if (!(weight > 0.0 && std::isfinite(weight)))
      throw InvalidInput(name, to_text(weight), "must have positive weights");
    least = std::min(least, value);
    most = std::max(most, value);
    count += weight;
  });
  require(count > 0.0, name, "", "must have a value that is not missing");
  if (least == most) return {{least, 1.0}, true};

  // In units of a power of two, which costs no rounding, all values lie within (-2, 2): sums and
  // squares cannot overflow. Rounding of the mean is taken back by the second pass.
  const int unit = std::ilogb(std::max(std::abs(least), std::abs(most)));
  const double factor = std::scalbn(1.0, -unit);  // infinite for values at the bottom of double
  const auto in_units = [&](double value) {
    return std::isfinite(factor) ? value * factor : std::scalbn(value, -unit);
  };
  double sum = 0.0;
  for_each([&](double value, double weight) { sum += weight * in_units(value); });
  double mean = sum / count;
  double difference = 0.0;
  for_each([&](double value, double weight) { difference += weight * (in_units(value) - mean); });
  mean += difference / count;
  double squares = 0.0;
  for_each([&](double value, double weight) {
    const double d = in_units(value) - mean;
    squares += weight * d * d;
  });
  Standardisation result;
  result.centre = std::clamp(std::scalbn(mean, unit), least, most);
  result.scale = std::scalbn(std::sqrt(squares / count), unit);
  // Differences whose squares vanish beside the largest value, or values at the bottom of double.
  if (!(result.scale > 0.0)) result.scale = 0.5 * most - 0.5 * least;
  if (!(result.scale > 0.0)) result.scale = std::numeric_limits<double>::denorm_min();
  return {result, false};
}

}  // namespace

Standardisation find_standardisation(std::span<const double> values, const char* name,
                                     std::span<const double> weights) {
  require(weights.empty() || weights.size() == values.size(), name, std::to_string(weights.size()),
          "must have one weight per value, or none");
  const auto for_each = [&](const auto& use) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isnan(values[i])) use(values[i], weights.empty() ? 1.0 : weights[i]);
    }
  };
  return found_in(for_each, name).standardisation;
}

FoundStandardisation find_standardisation(std::span<const double> values, const CountedRows& rows,
                                          const char* name) {
  const auto for_each = [&](const auto& use) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(values[i])) continue;
      if (const double weight = rows.weight(i); weight > 0.0) use(values[i], weight);
    }
  };
  return found_in(for_each, name);
}

}  // namespace phigp
