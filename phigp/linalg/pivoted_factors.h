// Factorisations whose order is chosen by size, from LAPACK: what is small stays accurate beside
// what is large. math.md (K.15)
#pragma once

#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

// W with W W^T = A to about `tolerance` times the largest element of A's diagonal: n x r, columns
// from the largest to the smallest. Reads the lower triangle of the positive semidefinite A.
Matrix semidefinite_factor(Matrix A, double tolerance);

// X = Q R P^T, P the order of the columns by length. With the rows of X sorted, largest first, the
// errors of a row are relative to that row, whatever the others are. (LAPACK's choice of columns as
// it goes along takes up to three times as long and gains nothing here.)
class PivotedQr {
 public:
  explicit PivotedQr(const Matrix& X);  // at least as many rows as columns

  double log_determinant() const;          // of X^T X
  Vector project(Vector b) const;          // the first elements of Q^T b: as many as X has columns
  Vector solve(Vector c) const;            // P R^-1 c: least squares, for c = project(b)
  void solve_transposed(Matrix& Y) const;  // Y <- R^-T P^T Y

 private:
  Matrix packed_;  // R, and below its diagonal the reflections that make Q
  Vector tau_;
  std::vector<Eigen::Index> order_;  // of the columns
};

}  // namespace phigp
