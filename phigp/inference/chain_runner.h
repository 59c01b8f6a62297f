// What all Gibbs samplers share: several chains in parallel, warm-up, thinning, and a watcher that
// may end all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "phigp/base/progress.h"
#include "phigp/base/threads.h"

namespace phigp {

struct GibbsOptions {
  int chains = 4;
  int warm_up = 200;  // sweeps of each chain before draws are kept
  int draws = 1000;   // kept of each chain
  int thin = 1;       // sweeps per kept draw
  // Over-relaxation of f (LatentSampler::draw). -0.3 raises the effective number of draws of f by
  // more than half and lowers that of its square by a few per cent.
  double persistence = -0.3;
  bool conditional_means = true;  // hand E[f | omega] to the sink: less noisy than f itself
  std::uint64_t seed = 0;
  Watcher watch;  // called after each sweep of any chain, never by two at a time
};

// Throws InvalidInput for options out of range.
void check(const GibbsOptions& options);

struct SweepPlace {
  bool warming = false;
  bool kept = false;
  int draw = 0;  // its number, if kept
};
using Sweep = std::function<void(const SweepPlace&)>;

struct ChainRun {
  Stop stop = Stop::iteration_limit;  // or stopped: every chain kept what it had
  std::vector<int> draws;             // kept, of each chain; 0 of one that had not begun
};

// `start(chain)` makes a chain, on the thread that then sweeps it.
ChainRun run_chains(const GibbsOptions& options, const Threads& threads,
                    const std::function<Sweep(int chain)>& start);

}  // namespace phigp
