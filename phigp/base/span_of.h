// A vector as a span: what functions of arrays take.
#pragma once

#include <cstddef>
#include <span>

#include "phigp/base/matrix.h"

namespace phigp {

// A column of a matrix is one too; nothing is copied, and the numbers have to outlive the span.
inline std::span<const double> span_of(const Eigen::Ref<const Vector>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace phigp
