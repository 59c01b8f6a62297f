#include "phigp/diagnostics/monte_carlo_error.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "phigp/base/limits.h"
#include "phigp/base/matrix.h"
#include "phigp/diagnostics/effective_size.h"
#include "phigp/diagnostics/rank_scores.h"

namespace phigp {
namespace {

// P(Z <= -1), to the digits that ArviZ has: they decide which order statistics are taken.
constexpr double kOneSigmaBelow = 0.1586553;

}  // namespace

double mean_monte_carlo_error(const Chains& chains) {
  const ChainState state = state_of(chains);
  if (state == ChainState::constant) return 0.0;
  if (state != ChainState::usable) return kNan;
  const Matrix draws = chains.values();
  const double variance =
      (draws.array() - draws.mean()).square().sum() / static_cast<double>(draws.size() - 1);
  return std::sqrt(variance / mean_effective_size(chains));  // (D.9)
}

double sd_monte_carlo_error(const Chains& chains) {
  const ChainState state = state_of(chains);
  if (state == ChainState::constant) return 0.0;
  if (state != ChainState::usable) return kNan;
  const Matrix draws = chains.values();
  const Matrix squares = (draws.array() - draws.mean()).square().matrix();
  const double variance = squares.mean();
  const double variance_of_squares =
      std::max(squares.array().square().mean() - variance * variance, 0.0);
  const double error_of_variance =
      variance_of_squares / detail::effective_size(detail::split(squares));
  return std::sqrt(error_of_variance / variance / 4.0);  // (D.9)
}

double quantile_monte_carlo_error(const Chains& chains, double level) {
  const double effective = quantile_effective_size(chains, level);
  if (std::isnan(effective)) return kNan;
  return detail::quantile_monte_carlo_error(detail::sorted(chains.values()), effective, level);
}

namespace detail {

double quantile_monte_carlo_error(const Vector& sorted, double effective_size, double level) {
  // The probability below the true quantile is beta distributed; its one-sigma interval is read
  // off the order statistics. (D.10)
  const double a = effective_size * level + 1.0;
  const double b = effective_size * (1.0 - level) + 1.0;
  const auto size = static_cast<double>(sorted.size());
  const double low = boost::math::ibeta_inv(a, b, kOneSigmaBelow) * size - 1.0;
  const double high = boost::math::ibeta_inv(a, b, 1.0 - kOneSigmaBelow) * size - 1.0;
  const auto first = static_cast<Eigen::Index>(std::floor(std::max(low, 0.0)));
  const auto last = static_cast<Eigen::Index>(std::ceil(std::min(high, size - 1.0)));
  return 0.5 * (sorted[last] - sorted[first]);
}

}  // namespace detail

}  // namespace phigp
