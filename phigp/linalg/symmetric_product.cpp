#include "phigp/linalg/symmetric_product.h"

#include <cassert>

// The Fortran interface, which every BLAS has.
extern "C" {
void dsymv_(const char* uplo, const int* n, const double* alpha, const double* a, const int* lda,
            const double* x, const int* incx, const double* beta, double* y, const int* incy);
void ssymv_(const char* uplo, const int* n, const float* alpha, const float* a, const int* lda,
            const float* x, const int* incx, const float* beta, float* y, const int* incy);
}

namespace phigp {

namespace {

// One register of 32 bytes, in memory wherever a number may stand. A language extension of GCC and
// Clang.
template <class T>
struct Register;
template <>
struct Register<double> {
  using Type = double __attribute__((vector_size(32), may_alias, aligned(8)));
};
template <>
struct Register<float> {
  using Type = float __attribute__((vector_size(32), may_alias, aligned(4)));
};
template <class T>
using Pack = typename Register<T>::Type;
template <class T>
constexpr int kLanes = 32 / sizeof(T);

template <class T>
const Pack<T>& pack_at(const T* from) {
  return *reinterpret_cast<const Pack<T>*>(from);
}

template <class T>
struct Pair {
  const T* x[2];
  T* y[2];
};

// What the four columns from j on add, with all rows below them: each element is read once and used
// in both triangles for both vectors.
template <class T>
inline __attribute__((always_inline)) void add_four_columns(const T* const (&a)[4], Eigen::Index j,
                                                            Eigen::Index n, const Pair<T>& v) {
  Pack<T> spread[2][4];       // x of these columns, in all lanes
  Pack<T> across[2][4] = {};  // y of these columns
  for (int k = 0; k < 2; ++k) {
    for (int c = 0; c < 4; ++c) spread[k][c] = Pack<T>{} + v.x[k][j + c];
  }
  Eigen::Index i = j + 4;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    const Pack<T> column[4] = {pack_at(a[0] + i), pack_at(a[1] + i), pack_at(a[2] + i),
                               pack_at(a[3] + i)};
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const Pack<T> x = pack_at(v.x[k] + i);
      Pack<T> y = pack_at<T>(v.y[k] + i);
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) {
        y += column[c] * spread[k][c];
        across[k][c] += column[c] * x;
      }
      *reinterpret_cast<Pack<T>*>(v.y[k] + i) = y;
    }
  }
  for (int k = 0; k < 2; ++k) {
    for (int c = 0; c < 4; ++c) {
      T own = a[c][j + c] * v.x[k][j + c];
      for (int lane = 0; lane < kLanes<T>; ++lane) own += across[k][c][lane];
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

template <class T>
inline __attribute__((always_inline)) void multiply(const T* A, Eigen::Index n, const Pair<T>& v) {
  Eigen::Index j = 0;
  for (; j + 4 <= n; j += 4) {
    const T* const first = A + j * n;
    const T* const columns[4] = {first, first + n, first + 2 * n, first + 3 * n};
    add_four_columns(columns, j, n, v);
  }
  for (; j < n; ++j) {
    for (int k = 0; k < 2; ++k) {
      v.y[k][j] += A[j * n + j] * v.x[k][j];
      for (Eigen::Index i = j + 1; i < n; ++i) {
        v.y[k][i] += A[j * n + i] * v.x[k][j];
        v.y[k][j] += A[j * n + i] * v.x[k][i];
      }
    }
  }
}

#if defined(__x86_64__)
template <class T>
__attribute__((target("avx2,fma"))) void multiply_wide(const T* A, Eigen::Index n,
                                                       const Pair<T>& v) {
  multiply(A, n, v);
}
bool has_wide_registers() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
template <class T>
void multiply_wide(const T* A, Eigen::Index n, const Pair<T>& v) {
  multiply(A, n, v);
}
bool has_wide_registers() { return false; }
#endif

void symv(int n, const double* A, const double* x, double* y) {
  const double one = 1.0;
  const double zero = 0.0;
  const int unit = 1;
  dsymv_("L", &n, &one, A, &n, x, &unit, &zero, y, &unit);
}

void symv(int n, const float* A, const float* x, float* y) {
  const float one = 1.0F;
  const float zero = 0.0F;
  const int unit = 1;
  ssymv_("L", &n, &one, A, &n, x, &unit, &zero, y, &unit);
}

template <class Any>
void multiply_any(const Any& A, const Any& X, Any& Y) {
  using T = typename Any::Scalar;
  assert(A.rows() == A.cols() && X.rows() == A.rows() && (X.cols() == 1 || X.cols() == 2));
  const Eigen::Index n = A.rows();
  Y.setZero(n, X.cols());
  if (n == 0) return;
  if (X.cols() == 1) return symv(static_cast<int>(n), A.data(), X.data(), Y.data());
  const Pair<T> v{{X.data(), X.data() + n}, {Y.data(), Y.data() + n}};
  static const bool wide = has_wide_registers();
  if (wide) {
    multiply_wide(A.data(), n, v);
  } else {
    multiply(A.data(), n, v);
  }
}

}  // namespace

void multiply_symmetric(const Matrix& A, const Matrix& X, Matrix& Y) { multiply_any(A, X, Y); }

void multiply_symmetric(const FloatMatrix& A, const FloatMatrix& X, FloatMatrix& Y) {
  multiply_any(A, X, Y);
}

}  // namespace phigp
