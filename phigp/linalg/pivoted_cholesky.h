// A ~ W W^T of low rank, by Cholesky's algorithm with the largest remaining diagonal element as
// the next pivot. Columns of A are asked for one by one, so A itself is never stored. math.md
// (K.10)
#pragma once

#include <functional>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

struct LowRankFactor {
  Matrix W;                          // n x r
  std::vector<Eigen::Index> pivots;  // r, in the order in which they were taken
  // Largest element of the diagonal of A - W W^T, hence of that whole matrix, which is positive
  // semidefinite.
  double residual = 0.0;
};

// Stops when the residual is at most `tolerance` times the largest element of the diagonal, or when
// the rank is `most_rank`; the residual tells which. `column(j, a)` writes column j of A.
LowRankFactor pivoted_cholesky(Vector diagonal,
                               const std::function<void(Eigen::Index, Vector&)>& column,
                               double tolerance, Eigen::Index most_rank);

}  // namespace phigp
