#include "phigp/linalg/symmetric_product.h"

#include <cassert>

#include "phigp/base/wide_registers.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr int kLanes = 4;
// In memory wherever a number may stand. A language extension of GCC and Clang.
using Pack = double __attribute__((vector_size(kLanes * sizeof(double)), may_alias, aligned(8)));

const Pack& pack_at(const double* from) { return *reinterpret_cast<const Pack*>(from); }

struct Pair {
  const double* x[2];
  double* y[2];
};

// What the four columns from j on add, with all rows below them: each element is read once and used
// in both triangles for both vectors.
PHIGP_ALWAYS_INLINE inline void add_four_columns(const double* const (&a)[4], Eigen::Index j,
                                                 Eigen::Index n, const Pair& v) {
  Pack spread[2][4];       // x of these columns, in all lanes
  Pack across[2][4] = {};  // y of these columns
  for (int k = 0; k < 2; ++k) {
    for (int c = 0; c < 4; ++c) spread[k][c] = Pack{} + v.x[k][j + c];
  }
  Eigen::Index i = j + 4;
  for (; i + kLanes <= n; i += kLanes) {
    const Pack column[4] = {pack_at(a[0] + i), pack_at(a[1] + i), pack_at(a[2] + i),
                            pack_at(a[3] + i)};
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const Pack x = pack_at(v.x[k] + i);
      Pack y = pack_at(v.y[k] + i);
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) {
        y += column[c] * spread[k][c];
        across[k][c] += column[c] * x;
      }
      *reinterpret_cast<Pack*>(v.y[k] + i) = y;
    }
  }
  for (int k = 0; k < 2; ++k) {
    for (int c = 0; c < 4; ++c) {
      const Pack& sums = across[k][c];
      double own = a[c][j + c] * v.x[k][j + c] + (sums[0] + sums[1]) + (sums[2] + sums[3]);
      for (int above = 0; above < c; ++above) own += a[above][j + c] * v.x[k][j + above];
      for (int below = c + 1; below < 4; ++below) own += a[c][j + below] * v.x[k][j + below];
      for (Eigen::Index rest = i; rest < n; ++rest) {
        v.y[k][rest] += a[c][rest] * v.x[k][j + c];
        own += a[c][rest] * v.x[k][rest];
      }
      v.y[k][j + c] += own;
    }
  }
}

PHIGP_ALWAYS_INLINE inline void multiply(const Matrix& A, const Pair& v) {
  const Eigen::Index n = A.rows();
  Eigen::Index j = 0;
  for (; j + 4 <= n; j += 4) {
    const double* const columns[4] = {A.col(j).data(), A.col(j + 1).data(), A.col(j + 2).data(),
                                      A.col(j + 3).data()};
    add_four_columns(columns, j, n, v);
  }
  for (; j < n; ++j) {
    for (int k = 0; k < 2; ++k) {
      v.y[k][j] += A(j, j) * v.x[k][j];
      for (Eigen::Index i = j + 1; i < n; ++i) {
        v.y[k][i] += A(i, j) * v.x[k][j];
        v.y[k][j] += A(i, j) * v.x[k][i];
      }
    }
  }
}

}  // namespace

void multiply_symmetric(const Matrix& A, const Matrix& X, Matrix& Y) {
  assert(A.rows() == A.cols() && X.rows() == A.rows() && (X.cols() == 1 || X.cols() == 2));
  if (X.cols() == 1) {
    Vector y;
    multiply_symmetric(A, Vector(X.col(0)), y);
    Y = y;
    return;
  }
  Y.setZero(X.rows(), 2);
  const Pair v{{X.col(0).data(), X.col(1).data()}, {Y.col(0).data(), Y.col(1).data()}};
  with_widest_registers([&](auto) PHIGP_ALWAYS_INLINE { multiply(A, v); });
}

}  // namespace phigp
