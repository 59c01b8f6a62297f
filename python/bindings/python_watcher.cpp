#include "python/bindings/python_watcher.h"

namespace phigp {

namespace nb = nanobind;

namespace {

constexpr std::chrono::milliseconds kPause{50};

}  // namespace

void PythonWatcher::stop_with_current_error() {
  stopped_ = true;
  nb::python_error error;  // takes it from the interpreter
  if (!error_) error_.emplace(std::move(error));
}

void PythonWatcher::look_for_signals() {
  if (PyErr_CheckSignals() != 0) stop_with_current_error();
}

nb::object PythonWatcher::error() const {
  return error_ ? nb::borrow(error_->value()) : nb::none();
}

bool PythonWatcher::go_on(const Progress& progress) {
  if (stopped_) return false;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep last = last_;
  if (Clock::duration(now - last) < kPause || !last_.compare_exchange_strong(last, now))
    return true;
  const nb::gil_scoped_acquire lock;
  look_for_signals();
  if (stopped_ || callback_.is_none()) return !stopped_;
  try {
    const nb::object answer = callback_(progress.phase.c_str(), progress.iteration, progress.limit,
                                        progress.bound, progress.change);
    if (!answer.is_none() && PyObject_IsTrue(answer.ptr()) == 0) stopped_ = true;
  } catch (nb::python_error& error) {
    error.restore();
    stop_with_current_error();
  }
  return !stopped_;
}

}  // namespace phigp
