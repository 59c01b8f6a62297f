// The dense kernels that decide the speed, from BLAS and LAPACK, on our matrix types. All work on
// lower triangles; what lies above the diagonal is neither read nor written unless said.
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

// Threads that the BLAS may use inside one call, for all callers: a setting of the process, as the
// BLAS has it. 1 inside blocks that run in parallel themselves.
void set_blas_threads(int count);
// The same by the size of the matrices to come: one thread below kThreadedRows, where a
// factorisation takes milliseconds, threads gain little, and cost much where other programs run,
// because the BLAS waits for all of them.
inline constexpr Eigen::Index kThreadedRows = 1500;
void set_blas_threads_for(Eigen::Index rows, int available);

// A = L L^T in place. Returns false, with A spoiled, when a pivot is not positive.
bool cholesky_in_place(Matrix& A);
// L <- L^-1, lower triangular.
void invert_triangle(Matrix& L);
// The lower triangle of L^T L in place of L: from the inverse of a factor to the inverse of the
// matrix.
void multiply_by_own_transpose(Matrix& L);

// x <- L^-1 x, L^-T x, L x, L^T x.
void solve_lower(const Matrix& L, Vector& x);
void solve_lower_transposed(const Matrix& L, Vector& x);
void multiply_lower(const Matrix& L, Vector& x);
void multiply_lower_transposed(const Matrix& L, Vector& x);
// X <- L X, L^T X, L^-1 X, L^-T X.
void multiply_lower(const Matrix& L, Matrix& X);
void multiply_lower_transposed(const Matrix& L, Matrix& X);
void solve_lower(const Matrix& L, Matrix& X);
void solve_lower_transposed(const Matrix& L, Matrix& X);
// X <- X L^-T.
void solve_lower_transposed_from_right(const Matrix& L, Matrix& X);

// y = A x, Y = A X from the lower triangle of the symmetric A; the second for many columns (few:
// symmetric_product.h).
void multiply_symmetric(const Matrix& A, const Vector& x, Vector& y);
void multiply_symmetric_by_many(const Matrix& A, const Matrix& X, Matrix& Y);

// The lower triangle of C <- C + A^T A, C - A^T A.
void add_gram_of_columns(const Matrix& A, Matrix& C);
void subtract_gram_of_columns(const Matrix& A, Matrix& C);

// The lower triangle of C <- C + A A^T.
void add_gram_of_rows(const Matrix& A, Matrix& C);
// C = A B, with the BLAS whatever the sizes.
void multiply(const Matrix& A, const Matrix& B, Matrix& C);

// Copies the lower triangle to the upper one.
void mirror_lower(Matrix& A);

}  // namespace phigp
