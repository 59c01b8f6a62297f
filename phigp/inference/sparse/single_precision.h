// Whether single precision is good enough for these rows and this kernel. Where k(x, x) - a^T a is
// small against k(x, x), it fails without a sign: so it is asked before and after. math.md (Z.15)
#pragma once

#include "phigp/base/row_source.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/sparse/sparse_posterior.h"

namespace phigp {

// What learning resolves: beyond, rounding would end it early.
inline constexpr double kResolved = 1e-5;

// By how much the two precisions differ on rows here and there, on average: bound terms of q
// relative to 1 + |term|, or d relative to k(x, x), which shows it before q knows anything,
// whichever is larger; infinity where single precision gives no numbers.
double single_precision_error(const Hyperparameters& at, const Points& Z,
                              const NaturalParameters& q, const RowSource& rows);

}  // namespace phigp
