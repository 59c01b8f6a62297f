// Squared distances s_ij = sum_k (x_ik - z_jk)^2 / l_k^2 on tiles, and contractions with their
// terms. By differences, input by input: exact to rounding for nearly equal inputs too. (G.3),
// (G.4)
#pragma once

#include <span>

#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

// Where a scaled difference stops growing, so that its square is a number; every kernel but the
// rational quadratic has long been 0 there.
inline constexpr double kLargestDifference = 1e150;

// inverse: 1 / l_k, one per column of the inputs.
void squared_distances(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse, Tile& s);
// out[k] += sum_ij W_ij (x_ik - z_jk)^2 / l_k^2 and, unless moved is nullptr, moved(i, k) -= sum_j
// W_ij (x_ik - z_jk) / l_k^2: with W = -2 k'(s) the slopes of the kernel in log l_k and x_ik.
void contract_squares(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                      const Tile& W, std::span<double> out, Matrix* moved);

}  // namespace phigp::detail
