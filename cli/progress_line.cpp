#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace phigp {

namespace {

volatile std::sig_atomic_t stop_wanted = 0;

void on_signal(int signal) {
  stop_wanted = 1;
  std::signal(signal, SIG_DFL);
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() { return stop_wanted != 0; }

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (shown_ && terminal_) print("\r\x1b[K");
}

Watcher ProgressLine::watcher() {
  return [this](const Progress& progress) {
    show(progress);
    return !interrupted();
  };
}

void ProgressLine::show(const Progress& progress) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (progress.phase != phase_) {
    phase_ = progress.phase;
    started_ = now;
    last_ = now;
    if (!terminal_) return;
  }
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  if (now - last_ < pause) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  std::string line =
      fmt::format("{}: {} of at most {}", progress.phase, progress.iteration, progress.limit);
  if (progress.bound != 0.0)
    line += fmt::format(", bound {:.3f} ({:+.2g})", progress.bound, progress.change);
  line += fmt::format(", {:.0f} s", elapsed);
  if (progress.iteration > 0) {
    const double left = elapsed * (progress.limit - progress.iteration) / progress.iteration;
    line += fmt::format(", at most {:.0f} s left", left);
  }
  print(terminal_ ? "\r\x1b[K" + line : line + "\n");
  shown_ = true;
}

}  // namespace phigp
