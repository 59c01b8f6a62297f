// What a person sees while the program works, and how Ctrl-C ends it in good order.
#pragma once

#include <chrono>

#include "phigp/base/progress.h"

namespace phigp {

// From here on the first Ctrl-C (or SIGTERM) asks the work to end and keep what it has; a second
// one kills.
void catch_interrupts();
bool interrupted();

// One line that rewrites itself on a terminal, a plain line every few seconds elsewhere, nothing
// when quiet. Goes to standard error: standard output belongs to results.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();  // clears the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows progress; answers false once interrupted. Refers to this object.
  Watcher watcher();

 private:
  using Clock = std::chrono::steady_clock;

  void show(const Progress& progress);

  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::string phase_;
  int iteration_ = 0;                         // that was last heard of
  int first_ = 0;                             // before this stage
  Clock::time_point seen_ = Clock::now();     // when anything was last heard of
  Clock::time_point started_ = Clock::now();  // the stage
  Clock::time_point last_ = Clock::now();     // when a line was last printed
};

}  // namespace phigp
