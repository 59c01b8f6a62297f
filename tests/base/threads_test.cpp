#include "phigp/base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "phigp/base/error.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace phigp {
namespace {

const std::vector<int> kCounts = {1, 2, 3, 8};

TEST(Threads, EveryBlockRunsExactlyOnceForEveryCount) {
  for (const int count : kCounts) {
    for (const std::size_t blocks : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(blocks);
      Threads(count).for_each_block(blocks, [&](std::size_t block) { ++calls[block]; });
      for (const auto& call : calls) EXPECT_EQ(call, 1) << count << " threads, " << blocks;
    }
  }
}

TEST(Threads, BlockSumsAreBitIdenticalForEveryCount) {
  const std::size_t blocks = 64;
  const auto sum = [&](int count) {
    std::vector<double> parts(blocks);
    Threads(count).for_each_block(blocks, [&](std::size_t block) {
      for (int i = 1; i < 100; ++i) parts[block] += std::sin(static_cast<double>(block) + 1.0 / i);
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  for (const int count : kCounts) EXPECT_EQ(sum(count), sum(1)) << count;
}

TEST(Threads, OneThreadRunsInlineAndInOrder) {
  std::vector<std::size_t> order;
  const std::thread::id caller = std::this_thread::get_id();
  Threads(1).for_each_block(5, [&](std::size_t block) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(block);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Threads, SeveralThreadsReallyRunAtTheSameTime) {
  // Each block waits until the other has started: serial execution would wait for ever.
  std::atomic<int> started = 0;
  Threads(2).for_each_block(2, [&](std::size_t) {
    ++started;
    while (started < 2) std::this_thread::yield();
  });
  EXPECT_EQ(started, 2);
}

TEST(Threads, AFreeThreadTakesTheNextBlock) {
  // Block 0 lasts until all others are done; a fixed half-and-half division would never finish.
  std::atomic<int> done = 0;
  Threads(2).for_each_block(20, [&](std::size_t block) {
    while (block == 0 && done < 19) std::this_thread::yield();
    ++done;
  });
  EXPECT_EQ(done, 20);
}

TEST(Threads, TheLowestFailingBlockIsRethrownForEveryCount) {
  for (const int count : kCounts) {
    std::string message;
    try {
      Threads(count).for_each_block(100, [](std::size_t block) {
        // The lower of the two fails later in time, and must win nevertheless.
        if (block == 10) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (block == 10 || block == 11) throw std::runtime_error(std::to_string(block));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    EXPECT_EQ(message, "10") << count;
  }
}

TEST(Threads, AFailureStopsFurtherBlocks) {
  for (const int count : kCounts) {
    std::atomic<int> calls = 0;
    EXPECT_THROW(Threads(count).for_each_block(1'000'000,
                                               [&](std::size_t) {
                                                 ++calls;
                                                 throw std::runtime_error("stop");
                                               }),
                 std::runtime_error);
    EXPECT_LE(calls, count);  // a thread that failed starts nothing more
  }
}

TEST(Threads, AFailureLeavesTheObjectUsable) {
  const Threads threads(3);
  EXPECT_THROW(threads.for_each_block(9, [](std::size_t) { throw 1; }), int);
  std::atomic<int> calls = 0;
  threads.for_each_block(9, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls, 9);
}

TEST(Threads, CallsMayBeNested) {
  std::atomic<int> calls = 0;
  Threads(2).for_each_block(
      4, [&](std::size_t) { Threads(2).for_each_block(4, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls, 16);
}

TEST(Threads, InvalidCountsAreRefusedByNameValueAndRule) {
  for (const int count : {-1, -100, 1025}) {
    try {
      const Threads threads(count);
      FAIL() << count << " was accepted";
    } catch (const InvalidInput& error) {
      EXPECT_EQ(error.name(), "threads");
      EXPECT_EQ(error.value(), std::to_string(count));
      EXPECT_EQ(error.rule(), "must be 0 (all processors) or between 1 and 1024");
    }
  }
}

TEST(Threads, GivenCountsAreKeptAndZeroMeansAtLeastOne) {
  for (const int count : kCounts) EXPECT_EQ(Threads(count).count(), count);
  EXPECT_EQ(Threads(1024).count(), 1024);
  EXPECT_GE(Threads().count(), 1);
}

#ifdef __linux__
TEST(Threads, ZeroHonoursTheAffinityMask) {
  int counted = 0;
  // In a thread of its own: the mask belongs to the thread, and other tests keep theirs.
  std::jthread([&] {
    cpu_set_t mask;
    ASSERT_EQ(sched_getaffinity(0, sizeof(mask), &mask), 0);
    int first = 0;
    while (!CPU_ISSET(first, &mask)) ++first;
    CPU_ZERO(&mask);
    CPU_SET(first, &mask);
    ASSERT_EQ(sched_setaffinity(0, sizeof(mask), &mask), 0);
    counted = Threads().count();
  }).join();
  EXPECT_EQ(counted, 1);
}
#endif

}  // namespace
}  // namespace phigp
