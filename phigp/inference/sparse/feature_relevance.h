// How much of the process each feature of the inputs moves, whatever the form of the kernel. For
// places of inducing inputs that follow what has been learned. math.md (Z.7)
#pragma once

#include "phigp/kernels/kernel.h"

namespace phigp {

// For each feature 1 / (the distance along it at which the mean square difference of f is 1 -
// e^-1/2 of the largest along any): 1 / lengthscale of a kernel rbf(ard), about, up to a common
// factor. All positive, at least 1e-6 of the largest. X: inputs of some random rows.
Eigen::RowVectorXd feature_relevance(const Kernel& kernel, const Points& X);

}  // namespace phigp
