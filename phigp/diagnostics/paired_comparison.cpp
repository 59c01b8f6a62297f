#include "phigp/diagnostics/paired_comparison.h"

#include <cmath>
#include <limits>
#include <string>

#include "phigp/base/error.h"
#include "phigp/diagnostics/running_moments.h"

namespace phigp {

double PairedComparison::z() const {
  if (difference == 0.0) return 0.0;
  if (standard_error == 0.0) {
    return std::copysign(std::numeric_limits<double>::infinity(), difference);
  }
  return difference / standard_error;
}

PairedComparison compare_paired(std::span<const double> first, std::span<const double> second,
                                double test_to_train) {
  require(first.size() == second.size(), "paired comparison: second scores",
          std::to_string(second.size()), "must be as many as the first");
  require(first.size() >= 2, "paired comparison: splits", std::to_string(first.size()),
          "must be at least 2");
  require(test_to_train >= 0.0 && std::isfinite(test_to_train), "paired comparison: test to train",
          test_to_train, "must be finite and not negative");
  PairedComparison out;
  out.splits = first.size();
  RunningMoments moments(1);
  for (std::size_t j = 0; j < first.size(); ++j) {
    const double difference = first[j] - second[j];
    require(std::isfinite(difference),
            "paired comparison: difference in split " + std::to_string(j), difference,
            "must be finite");
    moments.add(Vector::Constant(1, difference));
    if (difference < 0.0) ++out.first_smaller;
    if (difference == 0.0) ++out.ties;
  }
  out.difference = moments.mean()[0];
  const double splits = static_cast<double>(out.splits);
  out.standard_error = std::sqrt(moments.variance()[0] * (1.0 / splits + test_to_train));  // (D.15)
  return out;
}

}  // namespace phigp
