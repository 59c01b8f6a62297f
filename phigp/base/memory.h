// What this process can hold, so that a request beyond it is refused by name before work begins
// instead of ending in an allocation that fails, or in the end of the process.
#pragma once

#include <filesystem>

namespace phigp {

// Bytes of physical memory, or fewer where the control group of this process is limited; infinity
// where the system does not tell.
double usable_memory();

// The least limit, in bytes, of the control groups that this process is in and of those around
// them, of both versions of Linux; infinity where there is none. `root` is where /proc and /sys are
// looked for.
double control_group_limit(const std::filesystem::path& root = "/");

}  // namespace phigp
