// X <- L^-1 X and L^-T X for many columns. By halves, so that all but the solves with the blocks on
// the diagonal are products of matrices; these run over the columns of X in the lanes of registers.
// OpenBLAS 0.3.21 takes 2.0 to 2.3 times as long where it finds registers of 64 bytes (n = 200) and
// as long where it finds 32. Plain substitution: as stable as that.
#pragma once

namespace phigp::detail {

// Few columns leave lanes empty: below this the BLAS is as fast.
inline constexpr int kManyColumns = 16;

// L: lower triangle, n x n, columns `stride_l` apart; X: n x columns.
void solve_by_halves(const double* L, int n, int stride_l, bool transposed, double* X, int columns,
                     int stride_x);
void solve_by_halves(const float* L, int n, int stride_l, bool transposed, float* X, int columns,
                     int stride_x);

}  // namespace phigp::detail
