// Asks a watcher from inside long work, now and then: work that takes minutes between two
// iterations stops within a moment. Only the thread that made the poll asks, since a watcher may
// mean something to that thread alone, as Python's signals do; it works like the others.
#pragma once

#include <atomic>

#include "phigp/base/clock.h"
#include "phigp/base/progress.h"
#include "phigp/base/threads.h"

namespace phigp {

class Poll {
 public:
  static constexpr double kPause = 0.2;  // seconds between two questions, and before the first

  // watch: kept by reference, may be empty. It is shown this progress every time.
  Poll(const Watcher& watch, Progress progress);

  // False from the first time that the watcher said so.
  bool go_on();

 private:
  const Watcher& watch_;
  const Progress progress_;
  const OwnThread asks_;
  Clock::time_point last_ = Clock::now();
  std::atomic<bool> stopped_ = false;
};

}  // namespace phigp
