// How much of the process each feature of the inputs moves, whatever the form of the kernel. How
// far inducing inputs should go in one step depends on it. math.md (Z.14)
#pragma once

#include "phigp/kernels/kernel.h"

namespace phigp {

// For each feature 1 / (the distance along it at which the mean square difference of f is 1 -
// e^-1/2 of the largest along any): 1 / lengthscale of a kernel rbf(ard), about, up to a common
// factor. All positive, at least 1e-3 of the largest. X: inputs of rows.
Eigen::RowVectorXd feature_relevance(const Kernel& kernel, const Points& X);

}  // namespace phigp
