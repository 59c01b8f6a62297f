// Asks a watcher from inside long work, now and then, whichever thread comes by: work that takes
// minutes between two iterations stops within a moment.
#pragma once

#include <atomic>
#include <mutex>

#include "phigp/base/clock.h"
#include "phigp/base/progress.h"

namespace phigp {

class Poll {
 public:
  static constexpr double kPause = 0.2;  // seconds between two questions, and before the first

  // watch: kept by reference, may be empty; it is never called by two threads at a time. It is
  // shown this progress every time.
  Poll(const Watcher& watch, Progress progress);

  // False from the first time that the watcher said so.
  bool go_on();

 private:
  const Watcher& watch_;
  const Progress progress_;
  std::mutex asking_;
  Clock::time_point last_ = Clock::now();
  std::atomic<bool> stopped_ = false;
};

}  // namespace phigp
