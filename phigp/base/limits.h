// Ends of the range of a double, by name.
#pragma once

#include <limits>

namespace phigp {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace phigp
