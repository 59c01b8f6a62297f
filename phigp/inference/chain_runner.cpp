#include "phigp/inference/chain_runner.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

void check(const GibbsOptions& options) {
  const auto at_least = [](const char* name, int value, int least) {
    require(value >= least, name, static_cast<double>(value),
            "must be at least " + std::to_string(least));
  };
  at_least("chains", options.chains, 1);
  at_least("warm-up", options.warm_up, 0);
  at_least("draws", options.draws, 1);
  at_least("thin", options.thin, 1);
  const double sweeps =
      options.chains * (options.warm_up + static_cast<double>(options.draws) * options.thin);
  require(sweeps <= std::numeric_limits<int>::max(), "sweeps of all chains", sweeps,
          "must be fewer than 2^31");
  require(std::abs(options.persistence) < 1.0, "persistence", options.persistence,
          "must lie between -1 and 1");
}

ChainRun run_chains(const GibbsOptions& options, const Threads& threads,
                    const std::function<Sweep(int chain)>& start) {
  check(options);
  ChainRun run;
  run.draws.assign(static_cast<std::size_t>(options.chains), 0);
  const int sweeps = options.warm_up + options.draws * options.thin;
  std::atomic<bool> stopped = false;
  std::mutex watching;
  int done = 0;
  const auto go_on = [&](bool warming) {
    if (!options.watch) return true;
    const std::lock_guard lock(watching);
    if (stopped) return false;
    const Progress progress{warming ? "warm-up" : "sampling", ++done, sweeps * options.chains};
    if (!options.watch(progress)) stopped = true;
    return !stopped;
  };

  set_blas_threads(1);  // chains are what runs in parallel
  threads.for_each_block(static_cast<std::size_t>(options.chains), [&](std::size_t chain) {
    if (stopped) return;
    const Sweep sweep = start(static_cast<int>(chain));
    for (int number = 0; number < sweeps; ++number) {
      const int since = number - options.warm_up;
      const bool kept = since >= 0 && (since + 1) % options.thin == 0;
      sweep({since < 0, kept, run.draws[chain]});
      if (kept) ++run.draws[chain];
      if (!go_on(since < 0)) return;
    }
  });
  if (stopped) run.stop = Stop::stopped;
  return run;
}

}  // namespace phigp
