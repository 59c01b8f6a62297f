#include "phigp/diagnostics/chain_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/diagnostics/autocovariance.h"
#include "phigp/diagnostics/effective_size.h"
#include "phigp/diagnostics/monte_carlo_error.h"
#include "phigp/diagnostics/r_hat.h"
#include "phigp/diagnostics/rank_scores.h"

namespace phigp {
namespace {

ChainSummary undefined_summary(ChainState state) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {state, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan};
}

void count(ChainState state, ConvergenceReport& report) {
  if (state == ChainState::usable) ++report.usable;
  if (state == ChainState::constant) ++report.constant;
  if (state == ChainState::too_short) ++report.too_short;
  if (state == ChainState::not_finite) ++report.not_finite;
}

void keep_worst(std::size_t at, const ChainSummary& summary, ConvergenceReport& report) {
  const bool first = report.usable == 1;
  // NaN where only the middle draw of an odd number moves, which splitting leaves out.
  const double r_hat =
      std::isnan(summary.r_hat) ? std::numeric_limits<double>::infinity() : summary.r_hat;
  if (first || r_hat > report.largest_r_hat) {
    report.largest_r_hat = r_hat;
    report.largest_r_hat_at = at;
  }
  if (first || summary.bulk_effective_size < report.least_bulk_effective_size) {
    report.least_bulk_effective_size = summary.bulk_effective_size;
    report.least_bulk_effective_size_at = at;
  }
  if (first || summary.tail_effective_size < report.least_tail_effective_size) {
    report.least_tail_effective_size = summary.tail_effective_size;
    report.least_tail_effective_size_at = at;
  }
}

}  // namespace

ChainSummary summarise(const Chains& chains) {
  const ChainState state = state_of(chains);
  ChainSummary out = undefined_summary(state);
  if (!has_diagnostics(state)) return out;
  const Matrix draws = chains.values();
  const Vector sorted = detail::sorted(draws);
  const std::span<const double> order(sorted.data(), static_cast<std::size_t>(sorted.size()));
  const bool constant = state == ChainState::constant;
  out.mean = constant ? draws(0, 0) : draws.mean();
  out.sd =
      std::sqrt((draws.array() - out.mean).square().sum() / static_cast<double>(draws.size() - 1));
  out.lower = sorted_quantile(order, 0.05);
  out.median = sorted_quantile(order, 0.5);
  out.upper = sorted_quantile(order, 0.95);
  out.mean_error = mean_monte_carlo_error(chains);
  out.sd_error = sd_monte_carlo_error(chains);
  // Sorting and ranking take most of the time: done once, and shared.
  const Matrix halves = detail::split(draws);
  const Matrix ranked = detail::rank_normalise(halves);
  out.median_error = detail::quantile_monte_carlo_error(
      sorted, detail::quantile_effective_size(draws, sorted, 0.5), 0.5);
  if (!constant) out.r_hat = detail::r_hat(halves, ranked);
  out.bulk_effective_size = detail::effective_size(ranked);
  out.tail_effective_size = std::min(detail::quantile_effective_size(draws, sorted, 0.05),
                                     detail::quantile_effective_size(draws, sorted, 0.95));
  out.mean_effective_size = detail::effective_size(halves);
  out.second_moment_effective_size = second_moment_effective_size(chains);
  out.lag_one_autocorrelation = autocorrelation(chains, 1)[1];
  return out;
}

ConvergenceReport report_convergence(std::span<const ChainSummary> summaries, int chains,
                                     const ChainThresholds& thresholds) {
  require(chains > 0, "convergence: chains", chains, "must be positive");
  ConvergenceReport report;
  report.scalars = summaries.size();
  const double enough = thresholds.effective_size_per_chain * chains;
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const ChainSummary& summary = summaries[i];
    count(summary.state, report);
    if (summary.state != ChainState::usable) continue;
    keep_worst(i, summary, report);
    if (!(summary.r_hat <= thresholds.r_hat)) ++report.above_r_hat;
    if (!(summary.bulk_effective_size >= enough && summary.tail_effective_size >= enough)) {
      ++report.below_effective_size;
    }
  }
  const auto warn = [&](std::size_t count, std::string text) {
    if (count > 0)
      report.warnings.push_back(fmt::format("{} of {} {}", count, report.scalars, text));
  };
  warn(report.not_finite, "have draws that are not finite");
  warn(report.too_short, fmt::format("have fewer than {} draws per chain", kFewestDraws));
  warn(report.above_r_hat, fmt::format("have R-hat above {} (largest {:.3f}): run longer",
                                       thresholds.r_hat, report.largest_r_hat));
  warn(report.below_effective_size,
       fmt::format("have an effective size below {} (least bulk {:.0f}, tail {:.0f}): run longer",
                   enough, report.least_bulk_effective_size, report.least_tail_effective_size));
  report.converged = report.warnings.empty();
  return report;
}

}  // namespace phigp
