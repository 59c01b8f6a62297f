// The bound as it rose during a fit, phase by phase: what a watcher was shown, kept for a report
// and in the model file.
#pragma once

#include <string>
#include <vector>

#include "phigp/base/clock.h"
#include "phigp/base/progress.h"

namespace phigp {

struct TracePhase {
  std::string name;   // "learning", "restart 2 of 3, learning", "coordinate ascent"
  double rows = 0.0;  // that an iteration read; 0: all. Bounds of other rows differ in size
  std::vector<int> iteration;   // increasing
  std::vector<double> bound;    // with priors, the log prior included
  std::vector<double> seconds;  // since the fit began

  bool operator==(const TracePhase&) const = default;
};

// Records what passes through a watcher. Bounds that are not finite are left out; of a long phase
// every second, fourth, … iteration stays, and the last.
class TraceRecorder {
 public:
  static constexpr std::size_t kMostPoints = 300;  // of a phase
  static constexpr std::size_t kMostPhases = 100;

  explicit TraceRecorder(Watcher watch) : watch_(std::move(watch)) {}

  // Refers to this recorder. Answers as the watcher that was given, true without one.
  Watcher watcher();
  std::vector<TracePhase> phases() const { return phases_; }

 private:
  void record(const Progress& progress);

  Watcher watch_;
  Clock::time_point begin_ = Clock::now();
  std::vector<TracePhase> phases_;
  int stride_ = 1;  // of the phase that is going on
};

}  // namespace phigp
