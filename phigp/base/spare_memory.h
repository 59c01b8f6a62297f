// Memory that blocks of work hand on to each other: there are then as many as threads, not as many
// as blocks, and none goes back to the system in between, which costs as much as some of the work.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace phigp {

template <class Memory>
class SpareMemory {
 public:
  // One that was given back, as it was left, or a new one.
  Memory take() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return Memory{};
    Memory last = std::move(spare_.back());
    spare_.pop_back();
    return last;
  }
  void give_back(Memory&& memory) {
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(memory));
  }

 private:
  std::mutex mutex_;
  std::vector<Memory> spare_;
};

}  // namespace phigp
