// What this machine can hold, so that a request beyond it is refused by name before work begins
// instead of ending in an allocation that fails.
#pragma once

namespace phigp {

// Bytes of physical memory; infinity where the system does not tell.
double physical_memory();

}  // namespace phigp
