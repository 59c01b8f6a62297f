#include "phigp/linalg/pivoted_factors.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

extern "C" {
void dpstrf_(const char* uplo, const int* n, double* a, const int* lda, int* piv, int* rank,
             const double* tol, double* work, int* info);
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* lwork, int* info);
void dormqr_(const char* side, const char* trans, const int* m, const int* n, const int* k,
             const double* a, const int* lda, const double* tau, double* c, const int* ldc,
             double* work, const int* lwork, int* info);
void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
}

namespace phigp {

namespace {

constexpr int kBlockColumns = 64;  // work space for blocks of as many columns as LAPACK takes

int lapack_size(Eigen::Index n) { return static_cast<int>(n); }

}  // namespace

Matrix semidefinite_factor(Matrix A, double tolerance) {
  assert(A.rows() == A.cols());
  const int n = lapack_size(A.rows());
  if (n == 0) return A;
  const double enough = tolerance * std::max(A.diagonal().maxCoeff(), 0.0);
  std::vector<int> order(static_cast<std::size_t>(n));
  Vector work(2 * n);
  int rank = 0;
  int info = 0;
  dpstrf_("L", &n, A.data(), &n, order.data(), &rank, &enough, work.data(), &info);
  assert(info >= 0);
  Matrix W = Matrix::Zero(n, rank);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index length = std::min<Eigen::Index>(i + 1, rank);
    W.row(order[static_cast<std::size_t>(i)] - 1).head(length) = A.row(i).head(length);
  }
  return W;
}

PivotedQr::PivotedQr(const Matrix& X)
    : packed_(X.rows(), X.cols()), tau_(X.cols()), order_(static_cast<std::size_t>(X.cols())) {
  assert(X.rows() >= X.cols());
  const Vector length = X.colwise().norm();
  std::iota(order_.begin(), order_.end(), Eigen::Index{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return length[a] > length[b]; });
  packed_ = X(Eigen::all, order_);
  const int m = lapack_size(X.rows());
  const int n = lapack_size(X.cols());
  if (n == 0) return;
  Vector work(kBlockColumns * n);
  const int room = lapack_size(work.size());
  int info = 0;
  dgeqrf_(&m, &n, packed_.data(), &m, tau_.data(), work.data(), &room, &info);
  assert(info == 0);
}

double PivotedQr::log_determinant() const {
  return 2.0 * packed_.diagonal().array().abs().log().sum();
}

Vector PivotedQr::project(Vector b) const {
  assert(b.size() == packed_.rows());
  const int m = lapack_size(packed_.rows());
  const int n = lapack_size(packed_.cols());
  if (n == 0) return Vector(0);
  const int one = 1;
  Vector work(kBlockColumns * (kBlockColumns + 2));
  const int room = lapack_size(work.size());
  int info = 0;
  dormqr_("L", "T", &m, &one, &n, packed_.data(), &m, tau_.data(), b.data(), &m, work.data(), &room,
          &info);
  assert(info == 0);
  return b.head(n);
}

Vector PivotedQr::solve(Vector c) const {
  packed_.topRows(packed_.cols()).triangularView<Eigen::Upper>().solveInPlace(c);
  Vector x(c.size());
  for (Eigen::Index j = 0; j < c.size(); ++j) x[order_[static_cast<std::size_t>(j)]] = c[j];
  return x;
}

void PivotedQr::solve_transposed(Matrix& Y) const {
  assert(Y.rows() == packed_.cols());
  const int n = lapack_size(Y.rows());
  const int columns = lapack_size(Y.cols());
  if (n == 0 || columns == 0) return;
  Matrix ordered = Y(order_, Eigen::all);
  const int lda = lapack_size(packed_.rows());
  const double one = 1.0;
  dtrsm_("L", "U", "T", "N", &n, &columns, &one, packed_.data(), &lda, ordered.data(), &n);
  Y = std::move(ordered);
}

}  // namespace phigp
