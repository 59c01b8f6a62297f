#include "phigp/diagnostics/effective_size.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/diagnostics/autocovariance.h"
#include "phigp/diagnostics/rank_scores.h"

namespace phigp {
namespace {

bool undefined(const Chains& chains) { return !has_diagnostics(state_of(chains)); }

}  // namespace

double mean_effective_size(const Chains& chains) {
  if (undefined(chains)) return kNan;
  return detail::effective_size(detail::split(chains.values()));
}

double second_moment_effective_size(const Chains& chains) {
  if (undefined(chains)) return kNan;
  const Matrix draws = chains.values();
  return detail::effective_size(detail::split((draws.array() - draws.mean()).square().matrix()));
}

double quantile_effective_size(const Chains& chains, double level) {
  require(level > 0.0 && level < 1.0, "effective size: quantile level", level,
          "must lie in (0, 1)");
  if (undefined(chains)) return kNan;
  const Matrix draws = chains.values();
  return detail::quantile_effective_size(draws, detail::sorted(draws), level);
}

double bulk_effective_size(const Chains& chains) {
  if (undefined(chains)) return kNan;
  return detail::effective_size(detail::rank_normalise(detail::split(chains.values())));
}

double tail_effective_size(const Chains& chains) {
  if (undefined(chains)) return kNan;
  const Matrix draws = chains.values();
  const Vector sorted = detail::sorted(draws);
  return std::min(detail::quantile_effective_size(draws, sorted, 0.05),
                  detail::quantile_effective_size(draws, sorted, 0.95));
}

namespace detail {

double quantile_effective_size(const Matrix& draws, const Vector& sorted, double level) {
  const double threshold =
      sorted_quantile({sorted.data(), static_cast<std::size_t>(sorted.size())}, level);
  return effective_size(split((draws.array() <= threshold).cast<double>().matrix()));
}

double effective_size(const Matrix& draws) {
  const Eigen::Index n = draws.rows();
  const auto total = static_cast<double>(draws.size());
  if ((draws.array() == draws(0, 0)).all()) return total;

  MeanAutocovariance covariance(draws);
  const double length = static_cast<double>(n);
  const double within = covariance(0) * length / (length - 1.0);
  double pooled = covariance(0);  // (D.4): (n - 1)/n W + B/n
  if (draws.cols() > 1) {
    const Vector means = draws.colwise().mean().transpose();
    pooled += (means.array() - means.mean()).square().sum() / static_cast<double>(draws.cols() - 1);
  }
  const auto rho = [&](Eigen::Index lag) { return 1.0 - (within - covariance(lag)) / pooled; };

  // Sums of neighbouring correlations, lags 2j and 2j + 1: positive and falling for a reversible
  // chain (Geyer), so the first that is not ends the sum, and a rise is noise. (D.6)
  double even = 1.0;
  double pair = 1.0 + rho(1);
  double smallest = std::numeric_limits<double>::infinity();
  double kept = 0.0;
  for (Eigen::Index lag = 2; lag + 2 < n && pair > 0.0; lag += 2) {
    smallest = std::min(smallest, pair);
    kept += smallest;
    even = rho(lag);
    pair = even + rho(lag + 1);
  }
  // Of the pair at which the sum ends, the even lag still counts, once.
  const double last = even > 0.0 || pair >= 0.0 ? even : 0.0;
  const double time = -1.0 + 2.0 * kept + last;
  return total / std::max(time, 1.0 / std::log10(total));  // (D.7)
}

}  // namespace detail
}  // namespace phigp
