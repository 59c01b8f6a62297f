// What a table holds cannot be used: a mistake in the data and not in how they were asked for, so
// that a program can tell a bad cell from a mistyped name.
#pragma once

#include "phigp/base/error.h"

namespace phigp {

class DataError : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

// Throws DataError(place, value, rule) unless `ok`.
inline void require_data(bool ok, std::string_view place, std::string_view value,
                         std::string_view rule) {
  if (!ok) throw DataError(std::string(place), std::string(value), std::string(rule));
}

inline void require_data(bool ok, std::string_view place, double value, std::string_view rule) {
  if (!ok) throw DataError(std::string(place), to_text(value), std::string(rule));
}

}  // namespace phigp
