#include "phigp/model/bound_trace.h"

#include <cmath>

namespace phigp {

namespace {

// Keeps the first point and every second one behind it.
template <class T>
void halve(std::vector<T>& values) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < values.size(); k += 2) values[kept++] = values[k];
  values.resize(kept);
}

}  // namespace

Watcher TraceRecorder::watcher() {
  return [this](const Progress& progress) {
    record(progress);
    return !watch_ || watch_(progress);
  };
}

void TraceRecorder::record(const Progress& progress) {
  // Iteration 0 is work before the first bound is known.
  if (progress.iteration < 1 || !std::isfinite(progress.bound)) return;
  const bool goes_on = !phases_.empty() && phases_.back().name == progress.phase &&
                       phases_.back().rows == progress.rows &&
                       phases_.back().iteration.back() <= progress.iteration;
  if (!goes_on) {
    if (phases_.size() >= kMostPhases) return;
    phases_.push_back({progress.phase, progress.rows, {}, {}, {}});
    stride_ = 1;
  }
  TracePhase& phase = phases_.back();
  const std::size_t count = phase.iteration.size();
  // A long iteration asks its watcher several times.
  if (count > 0 && phase.iteration.back() == progress.iteration) return;
  // The last point is provisional unless it stands on the stride: the next one takes its place.
  const bool replaces = count > 1 && (phase.iteration.back() - phase.iteration[0]) % stride_ != 0;
  if (replaces) {
    phase.iteration.pop_back();
    phase.bound.pop_back();
    phase.seconds.pop_back();
  }
  phase.iteration.push_back(progress.iteration);
  phase.bound.push_back(progress.bound);
  phase.seconds.push_back(seconds_since(begin_));
  if (phase.iteration.size() > kMostPoints) {
    halve(phase.iteration);
    halve(phase.bound);
    halve(phase.seconds);
    stride_ *= 2;
  }
}

}  // namespace phigp
