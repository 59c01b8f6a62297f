#include "phigp/io/standardisation.h"

#include <cmath>
#include <limits>
#include <string>

#include "phigp/base/error.h"
#include "phigp/io/block_moments.h"

namespace phigp {

double Standardisation::apply(double value) const {
  const double difference = value - centre;
  if (std::isfinite(difference)) return difference / scale;
  return (0.5 * value - 0.5 * centre) / scale * 2.0;  // two ends of the range of double; NaN stays
}

namespace {

// for_each calls once with every value that is there, and its weight.
template <class ForEach>
FoundStandardisation found_in(const ForEach& for_each, const char* name) {
  BlockMoments moments;
  for_each([&](double value, double weight) {
    // Not by require, whose arguments would cost more than the rest.
    if (!std::isfinite(value)) throw InvalidInput(name, to_text(value), "must be finite");
    if (!(weight > 0.0 && std::isfinite(weight)))
      throw InvalidInput(name, to_text(weight), "must have positive weights");
    moments.add(value, weight);
  });
  moments.finish();
  const double least = moments.least();
  const double most = moments.most();
  require(moments.weight() > 0.0, name, "", "must have a value that is not missing");
  if (least == most) return {{least, 1.0}, true};
  Standardisation result{moments.mean(), moments.deviation()};
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

FoundStandardisation find_standardisation(const NumberCells& values, const CountedRows& rows,
                                          const char* name, const MissingCell& missing) {
  const auto for_each = [&](const auto& use) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double weight = rows.weight(i);
      if (!(weight > 0.0)) continue;
      if (!std::isnan(values[i])) {
        use(values[i], weight);
      } else if (missing) {
        missing(i);
      }
    }
  };
  return found_in(for_each, name);
}

}  // namespace phigp
