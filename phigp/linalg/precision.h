// The products of blas.h that take the time of a sparse fit, in double or in single precision.
// Numbers come and go as doubles. math.md (Z.15)
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

enum class Precision { full, single };

// X <- L^-1 X, L^-T X.
void solve_lower(const Matrix& L, Matrix& X, Precision precision);
void solve_lower_transposed(const Matrix& L, Matrix& X, Precision precision);
// The lower triangle of C <- C + A A^T: A A^T in that precision, the sum in double.
void add_gram_of_rows(const Matrix& A, Matrix& C, Precision precision);
// C = A B.
void multiply(const Matrix& A, const Matrix& B, Matrix& C, Precision precision);

}  // namespace phigp
