// Which known name a mistyped one was meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace phigp {

// The candidate that takes the fewest edits to reach; empty when none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// The rule for an error message: "is not known; did you mean student-t? Known: gaussian, laplace,
// ...".
std::string unknown_name_rule(std::string_view name, std::span<const std::string> candidates);

}  // namespace phigp
