#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace phigp {

namespace {

volatile std::sig_atomic_t stop_wanted = 0;

void on_signal(int signal) {
  stop_wanted = 1;
  std::signal(signal, SIG_DFL);
}

std::string duration(double seconds) {
  if (seconds < 120.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

std::string short_number(double x) {
  if (x < 1e4) return fmt::format("{:.0f}", x);
  return x < 1e6 ? fmt::format("{:.1f}k", x / 1e3) : fmt::format("{:.1f}M", x / 1e6);
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
  // A stage begins where the last one was last heard of.
  if (progress.phase != phase_ || progress.iteration < iteration_) {
    phase_ = progress.phase;
    started_ = seen_;
    first_ = std::max(progress.iteration - 1, 0);
    if (!terminal_) last_ = now;
  }
  iteration_ = progress.iteration;
  seen_ = now;
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  if (now - last_ < pause) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  const int done = progress.iteration - first_;
  std::string line =
      fmt::format("{}: {} of at most {}", progress.phase, progress.iteration, progress.limit);
  if (progress.bound != 0.0) line += fmt::format(", bound {:.3f}", progress.bound);
  if (progress.change != 0.0) line += fmt::format(" ({:+.2g})", progress.change);
  if (progress.held_out) line += fmt::format(", held-out NLPD {:.4f}", -*progress.held_out);
  if (progress.rows > 0.0 && elapsed > 0.0)
    line += ", " + short_number(progress.rows * done / elapsed) + " rows/s";
  line += ", " + duration(elapsed);
  if (done > 0)
    line +=
        ", at most " + duration(elapsed * (progress.limit - progress.iteration) / done) + " left";
  print(terminal_ ? "\r\x1b[K" + line : line + "\n");
  shown_ = true;
}

}  // namespace phigp
