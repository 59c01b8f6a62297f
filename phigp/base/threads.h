// The only place that knows threads. Work is cut into numbered blocks; what a block computes may
// depend on its number alone, never on the thread that runs it, and so results do not depend on the
// count. There is no global pool and no default instance: whoever wants threads is handed a
// Threads.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace phigp {

class Threads {
 public:
  // 0 takes all processors this process may run on (its affinity mask, not the machine's size).
  // Throws InvalidInput for a negative count or one above 1024, which is always a slip.
  explicit Threads(int count = 0);

  int count() const { return count_; }

  // Calls body(0), …, body(blocks − 1), each once, in increasing order of start, and returns when
  // all have returned. Blocks go to whichever thread is free, so uneven blocks are fine; the
  // caller's thread works too, and with count() == 1 it works alone. Threads are started per call
  // (tens of microseconds): make blocks coarser than that.
  //
  // If a body throws, no further block starts and, once the running ones have ended, the exception
  // of the lowest-numbered failing block is rethrown: the same one for every thread count, because
  // every block below a failing one has started before it.
  void for_each_block(std::size_t blocks, const std::function<void(std::size_t)>& body) const;

 private:
  int count_;
};

// Knows again the thread that made it.
class OwnThread {
 public:
  bool is_this_one() const { return std::this_thread::get_id() == id_; }

 private:
  std::thread::id id_ = std::this_thread::get_id();
};

}  // namespace phigp
