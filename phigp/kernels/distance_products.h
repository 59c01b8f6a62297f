// The same as distances.h through matrix products, s = |x|^2 + |z|^2 - 2 x.z: a third of the
// arithmetic for many inputs. That loses the digits by which s is smaller than the norms, so pairs
// that are close are taken by differences one by one, and tiles with many of them are left to
// distances.h. (G.3), (G.4)
#pragma once

#include <span>

#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

// Prepares `kept` for products unless there are too few columns for them to pay, or numbers too
// large to be squared. origin: of all columns of X, the same for both sides of a matrix, and near
// the inputs.
void prepare_products(const Eigen::RowVectorXd& origin, const UnitSettings& settings,
                      const Eigen::ArrayXd& inverse, Inputs& kept);
bool are_for_products(const Inputs& A, const Inputs& B);

// False, with s unspecified, if too many pairs are close.
bool squared_distances_by_products(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                                   Tile& s);
// As contract_squares, W used up; or false, with all as it was, if too many pairs are close.
bool contract_squares_by_products(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                                  const Tile& s, Tile& W, std::span<double> out, Matrix* moved);

}  // namespace phigp::detail
