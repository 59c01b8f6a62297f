#include "phigp/base/version.h"

#ifndef PHIGP_VERSION
#error "PHIGP_VERSION is defined by CMakeLists.txt from the file VERSION"
#endif

namespace phigp {

std::string_view version() { return PHIGP_VERSION; }

}  // namespace phigp
