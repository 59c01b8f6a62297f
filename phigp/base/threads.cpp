#include "phigp/base/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "phigp/base/error.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace phigp {
namespace {

constexpr int kLargestCount = 1024;

int granted_processors() {
#ifdef __linux__
  // Fails on machines with more processors than cpu_set_t can name; the line below then answers.
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) == 0) return std::max(1, CPU_COUNT(&mask));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// One call of for_each_block: hands out block numbers and keeps the failure of the lowest.
class Run {
 public:
  Run(std::size_t blocks, const std::function<void(std::size_t)>& body)
      : blocks_(blocks), body_(body) {}

  void work() {
    while (!failed_.load(std::memory_order_relaxed)) {
      const std::size_t block = next_.fetch_add(1, std::memory_order_relaxed);
      if (block >= blocks_) return;
      try {
        body_(block);
      } catch (...) {
        record(block, std::current_exception());
      }
    }
  }

  // Only after every worker has been joined.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void record(std::size_t block, std::exception_ptr failure) {
    failed_.store(true, std::memory_order_relaxed);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (block < failed_block_) {
      failed_block_ = block;
      failure_ = std::move(failure);
    }
  }

  const std::size_t blocks_;
  const std::function<void(std::size_t)>& body_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::size_t failed_block_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

}  // namespace

Threads::Threads(int count) : count_(count) {
  require(count >= 0 && count <= kLargestCount, "threads", std::to_string(count),
          "must be 0 (all processors) or between 1 and " + std::to_string(kLargestCount));
  if (count_ == 0) count_ = std::min(granted_processors(), kLargestCount);
}

void Threads::for_each_block(std::size_t blocks,
                             const std::function<void(std::size_t)>& body) const {
  if (count_ == 1 || blocks <= 1) {
    for (std::size_t block = 0; block < blocks; ++block) body(block);
    return;
  }
  Run run(blocks, body);
  const std::size_t helpers = std::min(static_cast<std::size_t>(count_), blocks) - 1;
  {
    std::vector<std::jthread> threads;  // joins when it leaves this scope, on every path
    threads.reserve(helpers);
    try {
      while (threads.size() < helpers) threads.emplace_back([&run] { run.work(); });
    } catch (const std::system_error&) {
      // The system grants no more threads: slower, not wrong. Those we have finish the work.
    }
    run.work();
  }
  run.rethrow_failure();
}

}  // namespace phigp
