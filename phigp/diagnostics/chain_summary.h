// All diagnostics of one scalar, and the worst of many scalars. A scalar whose numbers are
// undefined is never averaged away: it is counted, and the summary of many says so.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "phigp/diagnostics/chains.h"

namespace phigp {

struct ChainSummary {
  ChainState state = ChainState::too_short;
  double mean = 0.0;
  double sd = 0.0;     // with n - 1
  double lower = 0.0;  // 5% quantile
  double median = 0.0;
  double upper = 0.0;       // 95% quantile
  double mean_error = 0.0;  // Monte Carlo standard errors
  double sd_error = 0.0;
  double median_error = 0.0;
  double r_hat = 0.0;
  double bulk_effective_size = 0.0;
  double tail_effective_size = 0.0;
  double mean_effective_size = 0.0;
  double second_moment_effective_size = 0.0;
  double lag_one_autocorrelation = 0.0;
};

// Numbers that the state leaves undefined are NaN: all of them unless the state is usable or
// constant; of a constant, r_hat and the autocorrelation.
ChainSummary summarise(const Chains& chains);

struct ChainThresholds {
  double r_hat = 1.01;                      // Vehtari et al. 2021, section 4
  double effective_size_per_chain = 100.0;  // below, R-hat and the sizes are themselves unreliable
};

// Of many scalars: the worst, and which one.
struct ConvergenceReport {
  std::size_t scalars = 0;
  std::size_t usable = 0;  // the extremes below are over these; the rest is counted here:
  std::size_t constant = 0;
  std::size_t too_short = 0;
  std::size_t not_finite = 0;
  // NaN if none is usable.
  double largest_r_hat = std::numeric_limits<double>::quiet_NaN();
  std::size_t largest_r_hat_at = 0;
  double least_bulk_effective_size = std::numeric_limits<double>::quiet_NaN();
  std::size_t least_bulk_effective_size_at = 0;
  double least_tail_effective_size = std::numeric_limits<double>::quiet_NaN();
  std::size_t least_tail_effective_size_at = 0;
  std::size_t above_r_hat = 0;           // how many exceed the threshold
  std::size_t below_effective_size = 0;  // bulk or tail
  bool converged = false;                // all usable or constant, none beyond a threshold
  std::vector<std::string> warnings;     // one sentence for each way in which not
};

ConvergenceReport report_convergence(std::span<const ChainSummary> summaries, int chains,
                                     const ChainThresholds& thresholds = {});

}  // namespace phigp
