// The version of the compiled library. Its only source is the file VERSION at the root of the tree.
#pragma once

#include <string_view>

namespace phigp {

// "major.minor.patch"; the characters are followed by a zero.
std::string_view version();

}  // namespace phigp
