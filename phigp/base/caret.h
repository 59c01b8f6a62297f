// Pointing at a place in a text that somebody typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace phigp {

// Two lines, each after a line break and two spaces: the text (a piece of it when it is long), and
// a caret below the character at byte `position`. Control characters are shown as spaces.
std::string with_caret(std::string_view text, std::size_t position);

}  // namespace phigp
