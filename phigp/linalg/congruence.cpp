#include "phigp/linalg/congruence.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "phigp/linalg/triangular_solve.h"

extern "C" {
void dtrmm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
void dsymm_(const char* side, const char* uplo, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
            double* c, const int* ldc);
void dsyr2k_(const char* uplo, const char* trans, const int* n, const int* k, const double* alpha,
             const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
             double* c, const int* ldc);
}

namespace phigp {

namespace {

constexpr double kPlusOne = 1.0;
constexpr double kNothing = 0.0;
constexpr int kWhole = 64;  // rows at which halves no longer pay

enum class Sided { multiply, solve };

// Both sides of a small block, written out in full: left, transposed, left again.
void whole(Sided sided, const double* L, int n, int stride_l, double* A, int stride) {
  using Stride = Eigen::OuterStride<>;
  Eigen::Map<Matrix, 0, Stride> lower(A, n, n, Stride(stride));
  Matrix full = lower.selfadjointView<Eigen::Lower>();
  for (int side = 0; side < 2; ++side) {
    if (sided == Sided::solve) {
      detail::solve_by_halves(L, n, stride_l, true, full.data(), n, n);
    } else {
      dtrmm_("L", "L", "T", "N", &n, &n, &kPlusOne, L, &stride_l, full.data(), &n);
    }
    if (side == 0) full.transposeInPlace();
  }
  lower.triangularView<Eigen::Lower>() = full;
}

// A = [A11 .; A21 A22], L likewise, Y = A22 L21. With C = L^T A L:
//   C21 = L22^T (A21 L11 + Y), C11 = L11^T A11 L11 + W + W^T, W = L21^T (A21 L11 + Y/2);
// with C = L^-T A L^-1 and Y = C22 L21, G = L22^-T A21:
//   C21 = (G - Y) L11^-1, C11 = L11^-T (A11 - W - W^T) L11^-1, W = L21^T (G - Y/2).
void by_halves(Sided sided, const double* L, int n, int stride_l, double* A, int stride,
               Matrix& memory) {
  if (n <= kWhole) return whole(sided, L, n, stride_l, A, stride);
  const int above = n / 2;
  const int below = n - above;
  const double* const L21 = L + above;
  const double* const L22 = L21 + static_cast<std::ptrdiff_t>(above) * stride_l;
  double* const A21 = A + above;
  double* const A22 = A21 + static_cast<std::ptrdiff_t>(above) * stride;
  const double sign = sided == Sided::solve ? -1.0 : 1.0;
  if (sided == Sided::solve) {
    by_halves(sided, L22, below, stride_l, A22, stride, memory);
    detail::solve_by_halves(L22, below, stride_l, true, A21, above, stride);
  } else {
    by_halves(sided, L, above, stride_l, A, stride, memory);
    dtrmm_("R", "L", "N", "N", &below, &above, &kPlusOne, L, &stride_l, A21, &stride);
  }
  const double half = 0.5 * sign;
  memory.resize(below, above);
  dsymm_("L", "L", &below, &above, &half, A22, &stride, L21, &stride_l, &kNothing, memory.data(),
         &below);
  Eigen::Map<Matrix, 0, Eigen::OuterStride<>> corner(A21, below, above,
                                                     Eigen::OuterStride<>(stride));
  corner += memory;
  dsyr2k_("L", "T", &above, &below, &sign, L21, &stride_l, A21, &stride, &kPlusOne, A, &stride);
  corner += memory;
  if (sided == Sided::solve) {
    dtrsm_("R", "L", "N", "N", &below, &above, &kPlusOne, L, &stride_l, A21, &stride);
    by_halves(sided, L, above, stride_l, A, stride, memory);
  } else {
    dtrmm_("L", "L", "T", "N", &below, &above, &kPlusOne, L22, &stride_l, A21, &stride);
    by_halves(sided, L22, below, stride_l, A22, stride, memory);
  }
}

void both_sides(Sided sided, const Matrix& L, Matrix& A) {
  assert(L.rows() == A.rows() && A.rows() == A.cols());
  const int n = static_cast<int>(A.rows());
  Matrix memory;
  by_halves(sided, L.data(), n, n, A.data(), n, memory);
}

}  // namespace

void multiply_both_sides(const Matrix& L, Matrix& A) { both_sides(Sided::multiply, L, A); }
void solve_both_sides(const Matrix& L, Matrix& A) { both_sides(Sided::solve, L, A); }

void solve_lower_for_triangle(const Matrix& L, Matrix& X) {
  // Columns from j on have nothing above row j.
  constexpr int kColumns = 48;
  assert(L.rows() == X.rows() && X.rows() == X.cols());
  const int n = static_cast<int>(X.rows());
  for (int j = 0; j < n; j += kColumns) {
    detail::solve_by_halves(&L(j, j), n - j, n, false, &X(j, j), std::min(kColumns, n - j), n);
  }
}

void add_symmetric_product(double times, const Matrix& A, const Matrix& B, Matrix& C) {
  assert(A.rows() == B.rows() && A.cols() == B.cols() && C.rows() == A.rows());
  const int n = static_cast<int>(A.rows());
  const int k = static_cast<int>(A.cols());
  dsyr2k_("L", "N", &n, &k, &times, A.data(), &n, B.data(), &n, &kPlusOne, C.data(), &n);
}

}  // namespace phigp
