// How long work is watched and stopped from outside: a function that is called after every
// iteration and answers whether to go on.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace phigp {

struct Progress {
  // "learning", "coordinate ascent", "k-means", "stochastic steps", "warm-up", "sampling", "folds",
  // "rows", "longer lengthscales"
  std::string phase;
  int iteration = 0;
  int limit = 0;                        // of iterations; 0 when there is none
  double bound = 0.0;                   // of the objective, where there is one
  double change = 0.0;                  // of the bound since the last call
  double rows = 0.0;                    // that an iteration reads; 0 where that says nothing
  std::optional<double> held_out = {};  // log density per row of rows left out, at the last check
};

// Returns false to stop: the work then ends in good order, with what it has. Never called by two
// threads at a time; chains and folds call it from their own threads, all else from the caller's.
using Watcher = std::function<bool(const Progress&)>;
// The same, and false from that many seconds after this call; 0: no limit. An empty watcher goes
// on.
Watcher within_seconds(double limit, Watcher watch);

// Why an iteration ended; planned: at the end of a schedule that has no test of convergence. Model
// files keep the number.
enum class Stop { converged, iteration_limit, stopped, planned };
std::string to_text(Stop stop);
// By itself, as it should.
inline bool ended_well(Stop stop) { return stop == Stop::converged || stop == Stop::planned; }

}  // namespace phigp
