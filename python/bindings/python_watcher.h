// A Watcher that lets Python see: it asks for signals (Ctrl-C) and calls a function, but at most
// some twenty times a second, since the lock of the interpreter has to be taken for both.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <optional>

#include "phigp/base/progress.h"

namespace phigp {

class PythonWatcher {
 public:
  // `callback`: None, or a function of (phase, iteration, limit, bound, change); False stops.
  // Made and destroyed with the lock held; watcher() is for work without it, from any thread.
  explicit PythonWatcher(nanobind::object callback) : callback_(std::move(callback)) {}

  Watcher watcher() {
    return [this](const Progress& progress) { return go_on(progress); };
  }
  // With the lock: asks for signals once more, so that none is left to break in between the end of
  // the work and the caller who stores its result.
  void look_for_signals();
  // The exception that stopped the work, to be raised once its result is safe; or None.
  nanobind::object error() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool go_on(const Progress& progress);
  void stop_with_current_error();

  nanobind::object callback_;
  std::optional<nanobind::python_error> error_;
  std::atomic<bool> stopped_{false};
  std::atomic<Clock::rep> last_{Clock::now().time_since_epoch().count()};
};

}  // namespace phigp
