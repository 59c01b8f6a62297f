// Matrix types. Points are row-major, one input per row, so that arrays of other programs enter
// without a copy; everything else is column-major.
#pragma once

#include <Eigen/Core>

namespace phigp {

using Points = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // n x d
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

}  // namespace phigp
