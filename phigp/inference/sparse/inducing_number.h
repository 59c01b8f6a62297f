// How many inducing inputs a model takes when nobody says. math.md (Z.13)
#pragma once

#include "phigp/kernels/kernel.h"

namespace phigp {

// As many as keep a pass over the rows at the cost that 200 have at 50,000 rows: at least 200, at
// most 1000, and no more than there are rows.
Eigen::Index most_inducing(Eigen::Index rows);

// As few as leave a share of at most 1e-3 of the trace of the kernel matrix at X, without white
// noise, to the rows given the inducing inputs; `most` where they leave more.
Eigen::Index inducing_number(const Kernel& kernel, const Points& X, Eigen::Index most);

}  // namespace phigp
