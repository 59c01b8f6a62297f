// Words of the form name=value on the command line.
#pragma once

#include <map>
#include <span>
#include <string>

namespace phigp {

// Throws InvalidInput for a word without '=', a value that is not a finite number, a name given
// twice.
std::map<std::string, double> parse_assignments(std::span<const std::string> words);

}  // namespace phigp
