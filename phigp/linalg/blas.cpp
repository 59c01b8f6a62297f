#include "phigp/linalg/blas.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "phigp/linalg/triangular_solve.h"

// The Fortran interface, which every BLAS has; the C headers differ from one to the next.
extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dlauum_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dtrtri_(const char* uplo, const char* diag, const int* n, double* a, const int* lda,
             int* info);
void dtrsv_(const char* uplo, const char* trans, const char* diag, const int* n, const double* a,
            const int* lda, double* x, const int* incx);
void dtrmv_(const char* uplo, const char* trans, const char* diag, const int* n, const double* a,
            const int* lda, double* x, const int* incx);
void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
void dtrmm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
void dsymv_(const char* uplo, const int* n, const double* alpha, const double* a, const int* lda,
            const double* x, const int* incx, const double* beta, double* y, const int* incy);
void dsymm_(const char* side, const char* uplo, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
            double* c, const int* ldc);
void dsyrk_(const char* uplo, const char* trans, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* beta, double* c, const int* ldc);
void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
// OpenBLAS only; absent elsewhere.
void openblas_set_num_threads(int count) __attribute__((weak));
}

namespace phigp {

namespace {

constexpr int kUnit = 1;
constexpr double kOne = 1.0;
constexpr double kZero = 0.0;

int size(Eigen::Index n) { return static_cast<int>(n); }
// A leading dimension is at least 1, also for empty matrices.
int leading(const Matrix& A) { return size(std::max<Eigen::Index>(A.rows(), 1)); }

// Halves: the lower left block of the inverse is -L22^-1 L21 L11^-1. Nearly all the work is then in
// large products; LAPACK's dtrtri takes twice the time at n = 500.
void invert_triangle(double* L, int n, int lda) {
  constexpr int kSmall = 32;
  if (n <= kSmall) {
    int info = 0;
    dtrtri_("L", "N", &n, L, &lda, &info);
    assert(info == 0);
    return;
  }
  const int above = n / 2;
  const int below = n - above;
  double* corner = L + above;
  double* rest = corner + static_cast<std::ptrdiff_t>(above) * lda;
  const double minus = -1.0;
  invert_triangle(L, above, lda);
  dtrsm_("L", "L", "N", "N", &below, &above, &minus, rest, &lda, corner, &lda);
  dtrmm_("R", "L", "N", "N", &below, &above, &kOne, L, &lda, corner, &lda);
  invert_triangle(rest, below, lda);
}

void add_gram(double times, const Matrix& A, Matrix& C) {
  assert(C.rows() == A.cols() && C.cols() == A.cols());
  const int n = size(A.cols());
  const int k = size(A.rows());
  const int lda = leading(A);
  const int ldc = leading(C);
  dsyrk_("L", "T", &n, &k, &times, A.data(), &lda, &kOne, C.data(), &ldc);
}

}  // namespace

void set_blas_threads(int count) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(count);
}

void set_blas_threads_for(Eigen::Index rows, int available) {
  set_blas_threads(rows < kThreadedRows ? 1 : available);
}

bool cholesky_in_place(Matrix& A) {
  assert(A.rows() == A.cols());
  const int n = size(A.rows());
  const int lda = leading(A);
  int info = 0;
  dpotrf_("L", &n, A.data(), &lda, &info);
  return info == 0;
}

void invert_triangle(Matrix& L) {
  assert(L.rows() == L.cols());
  invert_triangle(L.data(), size(L.rows()), leading(L));
}

void multiply_by_own_transpose(Matrix& L) {
  const int n = size(L.rows());
  const int lda = leading(L);
  int info = 0;
  dlauum_("L", &n, L.data(), &lda, &info);
  assert(info == 0);
}

void solve_lower(const Matrix& L, Vector& x) {
  const int n = size(L.rows());
  const int lda = leading(L);
  dtrsv_("L", "N", "N", &n, L.data(), &lda, x.data(), &kUnit);
}

void solve_lower_transposed(const Matrix& L, Vector& x) {
  const int n = size(L.rows());
  const int lda = leading(L);
  dtrsv_("L", "T", "N", &n, L.data(), &lda, x.data(), &kUnit);
}

void multiply_lower(const Matrix& L, Vector& x) {
  const int n = size(L.rows());
  const int lda = leading(L);
  dtrmv_("L", "N", "N", &n, L.data(), &lda, x.data(), &kUnit);
}

void multiply_lower_transposed(const Matrix& L, Vector& x) {
  const int n = size(L.rows());
  const int lda = leading(L);
  dtrmv_("L", "T", "N", &n, L.data(), &lda, x.data(), &kUnit);
}

void multiply_lower(const Matrix& L, Matrix& X) {
  assert(L.cols() == X.rows());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(L);
  dtrmm_("L", "L", "N", "N", &n, &m, &kOne, L.data(), &lda, X.data(), &lda);
}

void multiply_lower_transposed(const Matrix& L, Matrix& X) {
  assert(L.rows() == X.rows());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(L);
  dtrmm_("L", "L", "T", "N", &n, &m, &kOne, L.data(), &lda, X.data(), &lda);
}

void solve_lower(const Matrix& L, Matrix& X) {
  assert(L.cols() == X.rows());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(L);
  if (m >= detail::kManyColumns)
    return detail::solve_by_halves(L.data(), n, lda, false, X.data(), m, lda);
  dtrsm_("L", "L", "N", "N", &n, &m, &kOne, L.data(), &lda, X.data(), &lda);
}

void solve_lower_transposed(const Matrix& L, Matrix& X) {
  assert(L.cols() == X.rows());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(L);
  if (m >= detail::kManyColumns)
    return detail::solve_by_halves(L.data(), n, lda, true, X.data(), m, lda);
  dtrsm_("L", "L", "T", "N", &n, &m, &kOne, L.data(), &lda, X.data(), &lda);
}

void solve_lower_transposed_from_right(const Matrix& L, Matrix& X) {
  assert(L.cols() == X.cols());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(L);
  const int ldb = leading(X);
  dtrsm_("R", "L", "T", "N", &n, &m, &kOne, L.data(), &lda, X.data(), &ldb);
}

void multiply_symmetric(const Matrix& A, const Vector& x, Vector& y) {
  const int n = size(A.rows());
  const int lda = leading(A);
  y.resize(A.rows());
  dsymv_("L", &n, &kOne, A.data(), &lda, x.data(), &kUnit, &kZero, y.data(), &kUnit);
}

void multiply_symmetric_by_many(const Matrix& A, const Matrix& X, Matrix& Y) {
  assert(A.cols() == X.rows());
  const int n = size(X.rows());
  const int m = size(X.cols());
  const int lda = leading(A);
  const int ldb = leading(X);
  Y.resize(X.rows(), X.cols());
  dsymm_("L", "L", &n, &m, &kOne, A.data(), &lda, X.data(), &ldb, &kZero, Y.data(), &ldb);
}

void add_gram_of_columns(const Matrix& A, Matrix& C) { add_gram(1.0, A, C); }
void subtract_gram_of_columns(const Matrix& A, Matrix& C) { add_gram(-1.0, A, C); }

void add_gram_of_rows(const Matrix& A, Matrix& C) {
  assert(C.rows() == A.rows() && C.cols() == A.rows());
  const int n = size(A.rows());
  const int k = size(A.cols());
  const int lda = leading(A);
  const int ldc = leading(C);
  dsyrk_("L", "N", &n, &k, &kOne, A.data(), &lda, &kOne, C.data(), &ldc);
}

void multiply(const Matrix& A, const Matrix& B, Matrix& C) {
  assert(A.cols() == B.rows());
  C.resize(A.rows(), B.cols());
  const int m = size(A.rows());
  const int n = size(B.cols());
  const int k = size(A.cols());
  const int lda = leading(A);
  const int ldb = leading(B);
  const int ldc = leading(C);
  dgemm_("N", "N", &m, &n, &k, &kOne, A.data(), &lda, B.data(), &ldb, &kZero, C.data(), &ldc);
}

void mirror_lower(Matrix& A) {
  // By blocks: whole columns against whole rows would miss the cache at every element.
  constexpr Eigen::Index kBlock = 32;
  const Eigen::Index n = A.rows();
  for (Eigen::Index j = 0; j < n; j += kBlock) {
    const Eigen::Index columns = std::min(kBlock, n - j);
    for (Eigen::Index a = j; a < j + columns; ++a) {
      for (Eigen::Index b = a + 1; b < j + columns; ++b) A(a, b) = A(b, a);
    }
    for (Eigen::Index i = j + columns; i < n; i += kBlock) {
      const Eigen::Index rows = std::min(kBlock, n - i);
      A.block(j, i, columns, rows) = A.block(i, j, rows, columns).transpose();
    }
  }
}

}  // namespace phigp
