// Numbers in JSON, which has neither infinity nor NaN. Templates, so that no header shows the
// library.
#pragma once

#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

// "inf", "-inf" and "nan" as text.
template <class Json>
Json number_or_text(double value) {
  return std::isfinite(value) ? Json(value) : Json(to_text(value));
}

// The same, but null for what is not defined.
template <class Json>
Json number_or_null(double value) {
  return std::isnan(value) ? Json(nullptr) : number_or_text<Json>(value);
}

}  // namespace phigp
