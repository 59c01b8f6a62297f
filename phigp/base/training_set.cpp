#include "phigp/base/training_set.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "phigp/base/error.h"

namespace phigp {

double total_weight(const TrainingSet& data) {
  if (data.weights.empty()) return static_cast<double>(data.size());
  return std::accumulate(data.weights.begin(), data.weights.end(), 0.0);
}

void scale_weights(TrainingSet& data, double times) {
  if (times == 1.0) return;
  if (data.weights.empty()) data.weights.assign(data.rows.size(), 1.0);
  for (double& weight : data.weights) weight *= times;
}

void check(const TrainingSet& data) {
  const auto n = static_cast<std::size_t>(data.X.rows());
  require(n > 0, "training rows", "0", "must be at least 1");
  require(data.rows.size() == n, "targets", fmt::format("{} values", data.rows.size()),
          fmt::format("must be one per row of inputs ({})", n));
  require(data.weights.empty() || data.weights.size() == n, "weights",
          fmt::format("{} values", data.weights.size()),
          fmt::format("must be one per row of inputs ({})", n));
  require(data.offset.size() == 0 || data.offset.size() == data.X.rows(), "offsets",
          fmt::format("{} values", data.offset.size()),
          fmt::format("must be one per row of inputs ({})", n));
  for (Eigen::Index i = 0; i < data.X.rows(); ++i) {
    for (Eigen::Index j = 0; j < data.X.cols(); ++j) {
      require(std::isfinite(data.X(i, j)), fmt::format("input in row {}, column {}", i + 1, j + 1),
              data.X(i, j), "must be finite");
    }
    require(data.offset.size() == 0 || std::isfinite(data.offset[i]),
            fmt::format("offset of row {}", i + 1), data.offset.size() == 0 ? 0.0 : data.offset[i],
            "must be finite");
  }
}

}  // namespace phigp
