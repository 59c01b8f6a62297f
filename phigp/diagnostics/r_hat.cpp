#include "phigp/diagnostics/r_hat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/diagnostics/rank_scores.h"

namespace phigp {

double r_hat(const Chains& chains) {
  if (state_of(chains) != ChainState::usable) return std::numeric_limits<double>::quiet_NaN();
  const Matrix halves = detail::split(chains.values());
  return detail::r_hat(halves, detail::rank_normalise(halves));
}

namespace detail {

double r_hat(const Matrix& halves, const Matrix& ranked) {
  const double bulk = potential_scale_reduction(ranked);
  const double folded = potential_scale_reduction(rank_normalise(fold(halves)));
  // Two values only, at the same distance from the median: folding leaves nothing to compare.
  if (std::isnan(folded)) return bulk;
  return std::isnan(bulk) ? folded : std::max(bulk, folded);
}

double potential_scale_reduction(const Matrix& draws) {
  if ((draws.array() == draws(0, 0)).all()) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(draws.rows());
  const Vector means = draws.colwise().mean().transpose();
  double within = 0.0;
  for (Eigen::Index c = 0; c < draws.cols(); ++c) {
    if ((draws.col(c).array() == draws(0, c)).all()) continue;  // exactly 0, whatever the mean
    within += (draws.col(c).array() - means[c]).square().sum() / (n - 1.0);
  }
  within /= static_cast<double>(draws.cols());
  const double between =
      n * (means.array() - means.mean()).square().sum() / static_cast<double>(draws.cols() - 1);
  return std::sqrt((between / within + n - 1.0) / n);  // (D.4)
}

}  // namespace detail
}  // namespace phigp
