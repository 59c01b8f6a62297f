// A vector as a span, what functions of arrays take, and back.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

// A column of a matrix is one too; nothing is copied, and the numbers have to outlive the span.
inline std::span<const double> span_of(const Eigen::Ref<const Vector>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// And a vector of the standard library as one of ours.
inline Eigen::Map<const Vector> as_vector(const std::vector<double>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

}  // namespace phigp
