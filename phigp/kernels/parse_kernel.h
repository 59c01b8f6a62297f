// Kernel expressions as text: "2.0*rbf(ard) + linear". The grammar is in docs/kernels.md.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <string_view>

#include "phigp/kernels/initial_scales.h"
#include "phigp/kernels/kernel.h"

namespace phigp {

// The kernel that `text` describes on inputs with `dimensions` columns. Values that the text does
// not state come from `initial`; `dims` may be column numbers from 0 or, where `input_names` are
// given (one per column), names. Throws InvalidInput with a caret below the place.
KernelPtr parse_kernel(std::string_view text, Eigen::Index dimensions,
                       const InitialScales& initial = {},
                       std::span<const std::string> input_names = {});

}  // namespace phigp
