#include "phigp/base/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace phigp {

namespace {

namespace fs = std::filesystem;

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return kUnlimited;
  return static_cast<double>(pages) * static_cast<double>(size);
}

// Not a number: "max", or a file that is not there.
double number_in(const fs::path& file) {
  constexpr double kNoLimit = 0x1p62;  // version 1 states the largest number of pages instead
  std::ifstream in(file);
  double number = 0.0;
  return in >> number && number < kNoLimit ? number : kUnlimited;
}

// Of the group and of those around it. In a container the path may be that outside of it, while
// only its own group is to be seen, in the place of the first.
double least_limit(const fs::path& mount, const fs::path& group, const char* file) {
  double least = number_in(mount / file);
  fs::path at = mount;
  for (const fs::path& part : group) {
    at /= part;
    least = std::min(least, number_in(at / file));
  }
  return least;
}

bool has_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

}  // namespace

double control_group_limit(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  double least = kUnlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // number:controllers:/path
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = fs::path(line.substr(second + 1)).relative_path();
    if (controllers.empty())  // version 2
      least = std::min(least, least_limit(mount, group, "memory.max"));
    if (has_memory(controllers))  // version 1
      least = std::min(least, least_limit(mount / "memory", group, "memory.limit_in_bytes"));
  }
  return least;
}

double usable_memory() { return std::min(physical_memory(), control_group_limit()); }

}  // namespace phigp
