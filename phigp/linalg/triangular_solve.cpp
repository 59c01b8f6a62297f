#include "phigp/linalg/triangular_solve.h"

#include <algorithm>
#include <cstddef>

#include "phigp/base/wide_registers.h"

extern "C" {
void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
void sgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
            const float* beta, float* c, const int* ldc);
}

namespace phigp::detail {

namespace {

constexpr int kSmallTriangle = 32;
constexpr int kPacks = 2;       // registers for the columns of X that are worked on together
constexpr int kRowsAtOnce = 4;  // of a block, so that sums do not wait for each other

template <class R, class Number>
struct PackOf;
template <class R>
struct PackOf<R, double> {
  using Type = typename R::Pack;
};
template <class R>
struct PackOf<R, float> {
  using Type = typename R::FloatPack;
};

void subtract_product(const char* transposed, int m, int n, int k, const double* A, int lda,
                      const double* B, int ldb, double* C) {
  constexpr double kMinus = -1.0;
  constexpr double kPlus = 1.0;
  dgemm_(transposed, "N", &m, &n, &k, &kMinus, A, &lda, B, &ldb, &kPlus, C, &ldb);
}
void subtract_product(const char* transposed, int m, int n, int k, const float* A, int lda,
                      const float* B, int ldb, float* C) {
  constexpr float kMinus = -1.0F;
  constexpr float kPlus = 1.0F;
  sgemm_(transposed, "N", &m, &n, &k, &kMinus, A, &lda, B, &ldb, &kPlus, C, &ldb);
}

// A block on the diagonal, row by row in the order of substitution, and some columns of X at a
// time, one per lane.
template <class Number>
class SmallTriangle {
 public:
  SmallTriangle(const Number* L, int n, std::ptrdiff_t stride, bool transposed)
      : n_(n), reversed_(transposed) {
    for (int j = 0; j < n; ++j) {
      const std::ptrdiff_t own = place(j);
      for (int k = 0; k < j; ++k)
        rows_[j][k] = transposed ? L[place(k) + own * stride] : L[own + place(k) * stride];
      rows_[j][j] = Number(1) / L[own + own * stride];
    }
  }

  void solve(Number* X, int columns, std::ptrdiff_t stride) {
    with_widest_registers([&](auto registers) PHIGP_ALWAYS_INLINE {
      using R = decltype(registers);
      constexpr int kColumns = kPacks * kLanes<R>;
      for (int first = 0; first < columns; first += kColumns) {
        const int count = std::min(kColumns, columns - first);
        Number* const here = X + first * stride;
        for (int c = 0; c < count; ++c)
          for (int i = 0; i < n_; ++i) lanes_[i][c] = here[c * stride + place(i)];
        int j = 0;
        for (; j + kRowsAtOnce <= n_; j += kRowsAtOnce)
          this->template substitute<R, kRowsAtOnce>(j);
        for (; j < n_; ++j) this->template substitute<R, 1>(j);
        for (int c = 0; c < count; ++c)
          for (int i = 0; i < n_; ++i) here[c * stride + place(i)] = lanes_[i][c];
      }
    });
  }

 private:
  template <class R>
  static constexpr int kLanes =
      static_cast<int>(sizeof(typename PackOf<R, Number>::Type) / sizeof(Number));

  PHIGP_ALWAYS_INLINE int place(int j) const { return reversed_ ? n_ - 1 - j : j; }

  // Rows j, … of the solution, from those before.
  template <class R, int Rows>
  PHIGP_ALWAYS_INLINE void substitute(int j) {
    using Lanes = typename PackOf<R, Number>::Type;
    Lanes sums[Rows][kPacks];
    for (int r = 0; r < Rows; ++r)
      for (int p = 0; p < kPacks; ++p) sums[r][p] = pack_at<R>(&lanes_[j + r][p * kLanes<R>]);
    for (int k = 0; k < j; ++k) {
      Lanes known[kPacks];
#pragma GCC unroll 2
      for (int p = 0; p < kPacks; ++p) known[p] = pack_at<R>(&lanes_[k][p * kLanes<R>]);
#pragma GCC unroll 4
      for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
        for (int p = 0; p < kPacks; ++p) sums[r][p] -= rows_[j + r][k] * known[p];
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (int q = 0; q < r; ++q)
        for (int p = 0; p < kPacks; ++p) sums[r][p] -= rows_[j + r][j + q] * sums[q][p];
      for (int p = 0; p < kPacks; ++p) {
        sums[r][p] *= rows_[j + r][j + r];
        pack_at<R>(&lanes_[j + r][p * kLanes<R>]) = sums[r][p];
      }
    }
  }

  int n_;
  bool reversed_;                                // L^T from below is a lower triangle too
  Number rows_[kSmallTriangle][kSmallTriangle];  // the diagonal inverted
  alignas(64) Number lanes_[kSmallTriangle][kPacks * kLanes<Registers<64>>] = {};
};

template <class Number>
void solve(const Number* L, int n, int stride_l, bool transposed, Number* X, int columns,
           int stride_x) {
  if (n <= kSmallTriangle) {
    SmallTriangle<Number>(L, n, stride_l, transposed).solve(X, columns, stride_x);
    return;
  }
  constexpr int kRegister = 8;
  const int above = (n / 2 + kRegister / 2) / kRegister * kRegister;
  const int below = n - above;
  const Number* const corner = L + above;
  const Number* const rest = corner + static_cast<std::ptrdiff_t>(above) * stride_l;
  if (transposed) {
    solve(rest, below, stride_l, transposed, X + above, columns, stride_x);
    subtract_product("T", above, columns, below, corner, stride_l, X + above, stride_x, X);
    solve(L, above, stride_l, transposed, X, columns, stride_x);
  } else {
    solve(L, above, stride_l, transposed, X, columns, stride_x);
    subtract_product("N", below, columns, above, corner, stride_l, X, stride_x, X + above);
    solve(rest, below, stride_l, transposed, X + above, columns, stride_x);
  }
}

}  // namespace

void solve_by_halves(const double* L, int n, int stride_l, bool transposed, double* X, int columns,
                     int stride_x) {
  solve(L, n, stride_l, transposed, X, columns, stride_x);
}
void solve_by_halves(const float* L, int n, int stride_l, bool transposed, float* X, int columns,
                     int stride_x) {
  solve(L, n, stride_l, transposed, X, columns, stride_x);
}

}  // namespace phigp::detail
