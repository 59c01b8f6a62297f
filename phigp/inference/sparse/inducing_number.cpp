#include "phigp/inference/sparse/inducing_number.h"

#include <algorithm>
#include <cmath>

#include "phigp/inference/low_rank_prior.h"

namespace phigp {

namespace {

constexpr Eigen::Index kUsual = 200;
constexpr Eigen::Index kMost = 1000;
constexpr double kWork = 50000.0 * kUsual * kUsual;  // of a pass: rows times inputs squared
constexpr double kLeftOver = 1e-3;                   // share of the trace
constexpr double kNothing = 1e-9;                    // of the largest variance: rounding

}  // namespace

Eigen::Index most_inducing(Eigen::Index rows) {
  const double affordable = std::sqrt(kWork / static_cast<double>(std::max<Eigen::Index>(rows, 1)));
  const auto count = static_cast<Eigen::Index>(std::min(affordable, static_cast<double>(kMost)));
  return std::min(std::max(count, kUsual), rows);
}

Eigen::Index inducing_number(const Kernel& kernel, const Points& X, Eigen::Index most) {
  const double trace = smooth_diagonal(kernel, X).sum();
  const LowRankFactor factor = smooth_factor(kernel, X, kNothing, most);
  double left = trace;
  Eigen::Index count = 0;
  while (left > kLeftOver * trace) {
    if (count == factor.W.cols()) return most;
    left -= factor.W.col(count++).squaredNorm();
  }
  return std::max<Eigen::Index>(count, 1);
}

}  // namespace phigp
