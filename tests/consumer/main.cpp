// Built by the package test against an installed phigp. Success: the library's version is the
// argument, and code that lives in the archive (not only in headers) links and runs.
#include <atomic>
#include <cstdio>

#include "phigp/base/threads.h"
#include "phigp/base/version.h"

int main(int argc, char** argv) {
  std::atomic<int> sum = 0;
  phigp::Threads(2).for_each_block(10, [&](std::size_t block) { sum += static_cast<int>(block); });
  const bool same_version = argc == 2 && phigp::version() == argv[1];
  std::printf("phigp %s: sum %d\n", phigp::version().data(), sum.load());
  return same_version && sum == 45 ? 0 : 1;
}
