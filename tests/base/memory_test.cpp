#include "phigp/base/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// A made-up /proc and /sys.
class Machine {
 public:
  void write(const std::string& path, const std::string& content) const {
    const std::filesystem::path file = folder_.path(path);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content;
  }
  double limit() const { return control_group_limit(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

TEST(Memory, IsUnlimitedWhereNoGroupSaysOtherwise) {
  const Machine machine;
  EXPECT_EQ(machine.limit(), kUnlimited);
  machine.write("proc/self/cgroup", "nonsense\n0::/user/session\n");
  EXPECT_EQ(machine.limit(), kUnlimited);
  machine.write("sys/fs/cgroup/user/session/memory.max", "max\n");
  EXPECT_EQ(machine.limit(), kUnlimited);
}

TEST(Memory, IsThatOfTheStrictestGroupAroundTheProcess) {
  const Machine machine;
  machine.write("proc/self/cgroup", "0::/user/session/job\n");
  machine.write("sys/fs/cgroup/user/session/job/memory.max", "3000000\n");
  EXPECT_EQ(machine.limit(), 3e6);
  machine.write("sys/fs/cgroup/user/memory.max", "2000000\n");
  EXPECT_EQ(machine.limit(), 2e6);
  machine.write("sys/fs/cgroup/other/memory.max", "1000000\n");
  EXPECT_EQ(machine.limit(), 2e6);
}

// Where groups have a name space of their own the process is in the first group, and where they
// have none the path is that outside of the container.
TEST(Memory, OfAContainerIsThatOfTheOnlyGroupInSight) {
  const Machine machine;
  machine.write("sys/fs/cgroup/memory.max", "4000000\n");
  for (const char* path : {"0::/\n", "0::/docker/0123456789abcdef\n"}) {
    machine.write("proc/self/cgroup", path);
    EXPECT_EQ(machine.limit(), 4e6) << path;
  }
}

TEST(Memory, IsLimitedByGroupsOfTheFirstVersionToo) {
  const Machine machine;
  const std::string largest = "9223372036854771712\n";  // no limit
  machine.write("proc/self/cgroup", "5:cpu,cpuacct:/job\n4:hugetlb,memory:/job\n0::/\n");
  machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", largest);
  machine.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", largest);
  EXPECT_EQ(machine.limit(), kUnlimited);
  machine.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "5000000\n");
  machine.write("sys/fs/cgroup/cpu/job/memory.limit_in_bytes", "1000000\n");
  EXPECT_EQ(machine.limit(), 5e6);
}

TEST(Memory, OfThisMachineIsMoreThanThisTestTakes) { EXPECT_GT(usable_memory(), 1e7); }

}  // namespace
}  // namespace phigp::test
