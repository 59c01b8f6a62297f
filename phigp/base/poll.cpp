#include "phigp/base/poll.h"

#include <utility>

namespace phigp {

Poll::Poll(const Watcher& watch, Progress progress)
    : watch_(watch), progress_(std::move(progress)) {}

bool Poll::go_on() {
  if (!watch_ || stopped_ || !asks_.is_this_one()) return !stopped_;
  if (seconds_since(last_) < kPause) return true;
  if (!watch_(progress_)) stopped_ = true;
  last_ = Clock::now();
  return !stopped_;
}

}  // namespace phigp
