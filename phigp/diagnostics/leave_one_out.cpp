#include "phigp/diagnostics/leave_one_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/diagnostics/chains.h"
#include "phigp/diagnostics/effective_size.h"
#include "phigp/diagnostics/pareto_tail.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

double log_sum_exp(const Vector& x) {
  const double largest = x.maxCoeff();
  if (std::isinf(largest)) return largest;
  return largest + std::log((x.array() - largest).exp().sum());
}

void require_log_densities(const Vector& column, Index row) {
  for (Index s = 0; s < column.size(); ++s) {
    require(column[s] < kInfinity, fmt::format("leave one out: log density of row {}", row),
            column[s], "must be a number below infinity in every draw, or NaN in all");
  }
}

// sqrt(n var) with var divided by n, as ArviZ; a single row has no spread to judge by. (D.13)
double error_of_sum(const Vector& rows, const LeaveOneOut& out) {
  if (out.rows < 2 || !std::isfinite(out.log_density)) return kInfinity;
  const double mean = out.log_density / static_cast<double>(out.rows);
  double squares = 0.0;
  for (const double value : rows)
    squares += std::isnan(value) ? 0.0 : (value - mean) * (value - mean);
  return std::sqrt(squares);
}

void warn(LeaveOneOut& out) {
  if (out.above_threshold > 0) {
    out.warnings.push_back(
        fmt::format("{} of {} rows have a Pareto shape above {:.2f}: their leave-one-out estimates "
                    "are not reliable; refit without them or use k-fold cross-validation",
                    out.above_threshold, out.rows, out.shape_threshold));
  }
  if (out.impossible > 0) {
    out.warnings.push_back(
        fmt::format("{} of {} rows have density 0 under some draw", out.impossible, out.rows));
  }
}

}  // namespace

LeaveOneOut leave_one_out(const Eigen::Ref<const Matrix>& log_density,
                          std::span<const double> relative_efficiency) {
  const Index draws = log_density.rows();
  const Index n = log_density.cols();
  require(draws >= 2, "leave one out: draws", static_cast<double>(draws), "must be at least 2");
  const std::size_t given = relative_efficiency.size();
  require(given <= 1 || given == static_cast<std::size_t>(n),
          "leave one out: relative efficiencies", static_cast<double>(given),
          "must be none, one, or one per row");
  LeaveOneOut out;
  out.shape_threshold = std::min(1.0 - 1.0 / std::log10(static_cast<double>(draws)), 0.7);
  out.log_density_rows = Vector::Constant(n, std::numeric_limits<double>::quiet_NaN());
  out.pareto_shape = out.log_density_rows;
  double in_sample = 0.0;
  for (Index i = 0; i < n; ++i) {
    const Vector column = log_density.col(i);
    if (column.array().isNaN().all()) {
      ++out.missing;
      continue;
    }
    require_log_densities(column, i);
    ++out.rows;
    in_sample += log_sum_exp(column) - std::log(static_cast<double>(draws));
    if (!column.allFinite()) {  // the reweighted posterior sits on the draws with density 0
      ++out.impossible;
      out.log_density_rows[i] = -kInfinity;
      out.pareto_shape[i] = kInfinity;
    } else {
      const double efficiency =
          given == 0 ? 1.0 : relative_efficiency[given == 1 ? 0 : static_cast<std::size_t>(i)];
      const SmoothedWeights weights = smooth_weights(-column, efficiency);
      out.log_density_rows[i] = log_sum_exp(weights.log_weights + column);  // (D.13)
      out.pareto_shape[i] = weights.shape;
    }
    out.log_density += out.log_density_rows[i];
    if (out.pareto_shape[i] > out.shape_threshold) ++out.above_threshold;
  }
  require(out.rows > 0, "leave one out: rows with a target", "0", "must be at least one");
  out.standard_error = error_of_sum(out.log_density_rows, out);
  out.effective_parameters = in_sample - out.log_density;
  warn(out);
  return out;
}

Vector relative_efficiency(const Eigen::Ref<const Matrix>& log_density, int chains) {
  require(chains > 0 && log_density.rows() % chains == 0, "relative efficiency: chains", chains,
          "must divide the number of draws");
  const Index each = log_density.rows() / chains;
  Vector out = Vector::Ones(log_density.cols());
  for (Index i = 0; i < log_density.cols(); ++i) {
    const double largest = log_density.col(i).maxCoeff();
    if (!std::isfinite(largest)) continue;
    Matrix density(each, chains);
    for (Index c = 0; c < chains; ++c) {
      density.col(c) = (log_density.col(i).segment(c * each, each).array() - largest).exp();
    }
    const double size = mean_effective_size(Chains(density));
    if (std::isfinite(size)) out[i] = size / static_cast<double>(density.size());
  }
  return out;
}

}  // namespace phigp
