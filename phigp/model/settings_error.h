// Settings each of which makes sense, but not together: --refine with --inference sparse.
#pragma once

#include "phigp/base/error.h"

namespace phigp {

class SettingsError : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

// Throws SettingsError(name, value, rule) unless `ok`.
inline void require_together(bool ok, std::string_view name, std::string_view value,
                             std::string_view rule) {
  if (!ok) throw SettingsError(std::string(name), std::string(value), std::string(rule));
}

}  // namespace phigp
