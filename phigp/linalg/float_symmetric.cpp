#include "phigp/linalg/float_symmetric.h"

#include <cassert>

#include "phigp/base/wide_registers.h"

namespace phigp {

namespace {

constexpr int kFloatLanes = 8;
constexpr int kColumns = 4;  // at a time: their sums stay in registers
// In memory wherever a number may stand. A language extension of GCC and Clang.
using FloatPack =
    float __attribute__((vector_size(kFloatLanes * sizeof(float)), may_alias, aligned(4)));

const FloatPack& pack_at(const float* from) { return *reinterpret_cast<const FloatPack*>(from); }
FloatPack& pack_at(float* from) { return *reinterpret_cast<FloatPack*>(from); }

float sum(const FloatPack& x) {
  return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

// Y += A X over the four columns from `first` on and the rows from `below` on: each element is read
// once and used in both triangles, for all vectors. Vectors follow each other at distance `size`.
template <int Vectors>
PHIGP_ALWAYS_INLINE inline void add_columns(const float* A, Eigen::Index size, Eigen::Index first,
                                            Eigen::Index below, const float* x, float* y) {
  FloatPack spread[Vectors][kColumns];       // x of these columns, in all lanes
  FloatPack across[Vectors][kColumns] = {};  // y of these columns
  for (int k = 0; k < Vectors; ++k) {
    for (int c = 0; c < kColumns; ++c) spread[k][c] = FloatPack{} + x[k * size + first + c];
  }
  const float* const columns = A + first * size;
  for (Eigen::Index i = below; i < size; i += kFloatLanes) {
    FloatPack column[kColumns];
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) column[c] = pack_at(columns + c * size + i);
#pragma GCC unroll 2
    for (int k = 0; k < Vectors; ++k) {
      const FloatPack own = pack_at(x + k * size + i);
      FloatPack other = pack_at(y + k * size + i);
#pragma GCC unroll 4
      for (int c = 0; c < kColumns; ++c) {
        other += column[c] * spread[k][c];
        across[k][c] += column[c] * own;
      }
      pack_at(y + k * size + i) = other;
    }
  }
  for (int k = 0; k < Vectors; ++k) {
    for (int c = 0; c < kColumns; ++c) y[k * size + first + c] += sum(across[k][c]);
  }
}

template <int Vectors>
PHIGP_ALWAYS_INLINE inline void multiply(const float* A, Eigen::Index size, const float* x,
                                         float* y) {
  for (Eigen::Index j = 0; j < size; j += kFloatLanes) {
    // The block on the diagonal is there whole.
    for (int k = 0; k < Vectors; ++k) {
      FloatPack block = pack_at(y + k * size + j);
      for (Eigen::Index c = j; c < j + kFloatLanes; ++c)
        block += pack_at(A + c * size + j) * x[k * size + c];
      pack_at(y + k * size + j) = block;
    }
    for (int c = 0; c < kFloatLanes; c += kColumns)
      add_columns<Vectors>(A, size, j + c, j + kFloatLanes, x, y);
  }
}

template <int Vectors>
void multiply_here(const float* A, Eigen::Index size, const float* x, float* y) {
  with_widest_registers([&](auto) PHIGP_ALWAYS_INLINE { multiply<Vectors>(A, size, x, y); });
}

}  // namespace

FloatSymmetric::FloatSymmetric(const Matrix& A)
    : size_(A.rows()), scale_(size_ > 0 ? A.cwiseAbs().maxCoeff() : 1.0) {
  if (!(scale_ > 0.0)) scale_ = 1.0;
  assert(A.rows() == A.cols());
  const Eigen::Index padded = (size_ + kFloatLanes - 1) / kFloatLanes * kFloatLanes;
  padded_.setZero(padded, padded);
  padded_.topLeftCorner(size_, size_) = (A / scale_).cast<float>();
}

void FloatSymmetric::multiply(const Matrix& X, Matrix& Y) const {
  assert(X.rows() == size_ && (X.cols() == 1 || X.cols() == 2));
  const Eigen::Index padded = padded_.rows();
  Eigen::MatrixXf x = Eigen::MatrixXf::Zero(padded, X.cols());
  Eigen::MatrixXf y = Eigen::MatrixXf::Zero(padded, X.cols());
  Vector unit = X.colwise().lpNorm<Eigen::Infinity>();  // so that no unit leaves the floats' range
  for (double& u : unit) u = u > 0.0 ? u : 1.0;
  x.topRows(size_) = (X * unit.cwiseInverse().asDiagonal()).cast<float>();
  if (X.cols() == 1) {
    multiply_here<1>(padded_.data(), padded, x.data(), y.data());
  } else {
    multiply_here<2>(padded_.data(), padded, x.data(), y.data());
  }
  Y = y.topRows(size_).cast<double>() * (scale_ * unit).asDiagonal();
}

}  // namespace phigp
