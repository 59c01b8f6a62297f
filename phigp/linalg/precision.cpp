#include "phigp/linalg/precision.h"

#include <algorithm>
#include <cassert>

#include "phigp/linalg/blas.h"
#include "phigp/linalg/triangular_solve.h"

extern "C" {
void ssyrk_(const char* uplo, const char* trans, const int* n, const int* k, const float* alpha,
            const float* a, const int* lda, const float* beta, float* c, const int* ldc);
void sgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
            const float* beta, float* c, const int* ldc);
}

namespace phigp {

namespace {

constexpr float kOneSingle = 1.0F;
constexpr float kZeroSingle = 0.0F;

// Copies of the operands, kept from one call to the next: fetching fresh memory from the system
// would cost as much as the product gains.
struct Singles {
  Eigen::MatrixXf left;
  Eigen::MatrixXf right;
  Eigen::MatrixXf result;
};
Singles& singles() {
  thread_local Singles kept;
  return kept;
}

int rows_of(const Eigen::MatrixXf& A) { return static_cast<int>(A.rows()); }
int columns_of(const Eigen::MatrixXf& A) { return static_cast<int>(A.cols()); }
int leading_of(const Eigen::MatrixXf& A) { return std::max(rows_of(A), 1); }

void solve_in_single(const Matrix& L, bool transposed, Matrix& X) {
  assert(L.cols() == X.rows());
  Singles& at = singles();
  at.left = L.cast<float>();
  at.right = X.cast<float>();
  detail::solve_by_halves(at.left.data(), rows_of(at.left), leading_of(at.left), transposed,
                          at.right.data(), columns_of(at.right), leading_of(at.right));
  X = at.right.cast<double>();
}

}  // namespace

void solve_lower(const Matrix& L, Matrix& X, Precision precision) {
  if (precision == Precision::full) return solve_lower(L, X);
  solve_in_single(L, false, X);
}

void solve_lower_transposed(const Matrix& L, Matrix& X, Precision precision) {
  if (precision == Precision::full) return solve_lower_transposed(L, X);
  solve_in_single(L, true, X);
}

void add_gram_of_rows(const Matrix& A, Matrix& C, Precision precision) {
  if (precision == Precision::full) return add_gram_of_rows(A, C);
  assert(C.rows() == A.rows() && C.cols() == A.rows());
  Singles& at = singles();
  at.left = A.cast<float>();
  at.result.resize(A.rows(), A.rows());
  const int n = rows_of(at.left);
  const int k = columns_of(at.left);
  const int leading = leading_of(at.left);
  ssyrk_("L", "N", &n, &k, &kOneSingle, at.left.data(), &leading, &kZeroSingle, at.result.data(),
         &leading);
  for (Eigen::Index j = 0; j < C.cols(); ++j)
    C.col(j).tail(n - j) += at.result.col(j).tail(n - j).cast<double>();
}

void multiply(const Matrix& A, const Matrix& B, Matrix& C, Precision precision) {
  if (precision == Precision::full) return multiply(A, B, C);
  assert(A.cols() == B.rows());
  Singles& at = singles();
  at.left = A.cast<float>();
  at.right = B.cast<float>();
  at.result.resize(A.rows(), B.cols());
  const int m = rows_of(at.left);
  const int n = columns_of(at.right);
  const int k = columns_of(at.left);
  const int lda = leading_of(at.left);
  const int ldb = leading_of(at.right);
  const int ldc = leading_of(at.result);
  sgemm_("N", "N", &m, &n, &k, &kOneSingle, at.left.data(), &lda, at.right.data(), &ldb,
         &kZeroSingle, at.result.data(), &ldc);
  C = at.result.cast<double>();
}

}  // namespace phigp
