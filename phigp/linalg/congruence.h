// Products with a triangle from both sides, L^T A L and L^-T A L^-1 for symmetric A, and the
// quotient of two triangles: half and a third of the arithmetic that BLAS calls take that do not
// know of the structure. By halves, so that nearly all of it is in large products.
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

// Only lower triangles are read and written; A is symmetric, L a lower triangle.
void multiply_both_sides(const Matrix& L, Matrix& A);  // A <- L^T A L
void solve_both_sides(const Matrix& L, Matrix& A);     // A <- L^-T A L^-1

// X <- L^-1 X for a lower triangle X, above whose diagonal zeros have to stand.
void solve_lower_for_triangle(const Matrix& L, Matrix& X);

// The lower triangle of C <- C + times (A B^T + B A^T).
void add_symmetric_product(double times, const Matrix& A, const Matrix& B, Matrix& C);

}  // namespace phigp
