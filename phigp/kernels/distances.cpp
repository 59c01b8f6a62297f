#include "phigp/kernels/distances.h"

#include "phigp/base/wide_registers.h"

namespace phigp::detail {

namespace {

// Rows i, …, of column j of the distances. Differences are taken before they are scaled: x - z is
// exact for nearly equal inputs, while x / l - z / l is not. Several registers of sums at a time:
// one pass over the memory for all dimensions. (G.3)
template <class R, int Packs>
PHIGP_ALWAYS_INLINE inline void distances_of_rows(const double* x, Eigen::Index rows,
                                                  const double* z, const Eigen::ArrayXd& inverse,
                                                  double* out) {
  typename R::Pack sums[Packs] = {};
  for (Eigen::Index k = 0; k < inverse.size(); ++k) {
    const double* const column = x + k * rows;
#pragma GCC unroll 4
    for (int p = 0; p < Packs; ++p) {
      const typename R::Pack difference = (pack_at<R>(column + p * R::kSize) - z[k]) * inverse(k);
      sums[p] += difference * difference;
    }
  }
  for (int p = 0; p < Packs; ++p) pack_at<R>(out + p * R::kSize) = sums[p];
}

template <class R>
PHIGP_ALWAYS_INLINE inline void column_of_distances(const Matrix& A, const double* z,
                                                    const Eigen::ArrayXd& inverse, double* out) {
  const Eigen::Index rows = A.rows();
  Eigen::Index i = 0;
  for (; i + 4 * R::kSize <= rows; i += 4 * R::kSize)
    distances_of_rows<R, 4>(A.data() + i, rows, z, inverse, out + i);
  for (; i + R::kSize <= rows; i += R::kSize)
    distances_of_rows<R, 1>(A.data() + i, rows, z, inverse, out + i);
  for (; i < rows; ++i) {
    double sum = 0.0;
    for (Eigen::Index k = 0; k < inverse.size(); ++k) {
      const double difference = (A.data()[k * rows + i] - z[k]) * inverse(k);
      sum += difference * difference;
    }
    out[i] = sum;
  }
}

void distances_of_extremes(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                           Tile& s) {
  Eigen::Map<Matrix> out = s.matrix();
  out.setZero();
  for (Eigen::Index j = 0; j < out.cols(); ++j) {
    for (Eigen::Index k = 0; k < inverse.size(); ++k) {
      out.col(j).array() += ((A.columns.col(k).array() - B.columns(j, k)) * inverse(k))
                                .abs()
                                .min(kLargestDifference)
                                .square();
    }
  }
}

// sum_i w_i (x_ik - z_k)^2 of one column of weights and Dimensions of the inputs, added to sums;
// and where inputs move, w_i (x_ik - z_k) subtracted from moved.
template <class R, int Dimensions, bool Moves>
PHIGP_ALWAYS_INLINE inline void add_squares(const double* w, Eigen::Index rows, const double* x,
                                            const double* z, Eigen::Index z_stride,
                                            double (&sums)[Dimensions], double* moved) {
  typename R::Pack totals[Dimensions] = {};
  Eigen::Index i = 0;
  for (; i + R::kSize <= rows; i += R::kSize) {
    const typename R::Pack weight = pack_at<R>(w + i);
#pragma GCC unroll 4
    for (int k = 0; k < Dimensions; ++k) {
      const typename R::Pack difference = pack_at<R>(x + k * rows + i) - z[k * z_stride];
      const typename R::Pack weighted = weight * difference;
      totals[k] += weighted * difference;
      if constexpr (Moves) pack_at<R>(moved + k * rows + i) -= weighted;
    }
  }
  for (int k = 0; k < Dimensions; ++k) {
    for (int lane = 0; lane < R::kSize; ++lane) sums[k] += totals[k][lane];
    for (Eigen::Index rest = i; rest < rows; ++rest) {
      const double difference = x[k * rows + rest] - z[k * z_stride];
      const double weighted = w[rest] * difference;
      sums[k] += weighted * difference;
      if constexpr (Moves) moved[k * rows + rest] -= weighted;
    }
  }
}

template <class R, int Dimensions, bool Moves>
PHIGP_ALWAYS_INLINE inline void contract_dimensions(const Inputs& A, const Inputs& B,
                                                    Eigen::Index first,
                                                    const Eigen::ArrayXd& inverse, const Tile& W,
                                                    std::span<double> out, Matrix* moved) {
  const Eigen::Index rows = W.rows();
  const double* const w = W.matrix().data();
  const double* const x = A.columns.data() + first * A.columns.rows();
  const double* const z = B.columns.data() + first * B.columns.rows();
  double sums[Dimensions] = {};
  double slopes[Moves ? Dimensions * kTileSide : 1] = {};
  for (Eigen::Index j = 0; j < W.columns(); ++j)
    add_squares<R, Dimensions, Moves>(w + j * rows, rows, x, z + j, B.columns.rows(), sums, slopes);
  for (int k = 0; k < Dimensions; ++k) {
    const double scale = inverse(first + k);
    out[static_cast<std::size_t>(first + k)] += sums[k] * scale * scale;
    if constexpr (Moves) {
      double* const column = moved->data() + (first + k) * rows;
      for (Eigen::Index i = 0; i < rows; ++i) column[i] += scale * scale * slopes[k * rows + i];
    }
  }
}

template <class R, bool Moves>
PHIGP_ALWAYS_INLINE inline void contract_all(const Inputs& A, const Inputs& B,
                                             const Eigen::ArrayXd& inverse, const Tile& W,
                                             std::span<double> out, Matrix* moved) {
  Eigen::Index k = 0;
  for (; k + 4 <= inverse.size(); k += 4)
    contract_dimensions<R, 4, Moves>(A, B, k, inverse, W, out, moved);
  for (; k < inverse.size(); ++k) contract_dimensions<R, 1, Moves>(A, B, k, inverse, W, out, moved);
}

void contract_extremes(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                       const Tile& W, std::span<double> out, Matrix* moved) {
  const Eigen::Map<const Matrix> weights = W.matrix();
  for (Eigen::Index k = 0; k < inverse.size(); ++k) {
    for (Eigen::Index j = 0; j < weights.cols(); ++j) {
      const Eigen::ArrayXd difference = ((A.columns.col(k).array() - B.columns(j, k)) * inverse(k))
                                            .max(-kLargestDifference)
                                            .min(kLargestDifference);
      const Eigen::ArrayXd weighted = weights.col(j).array() * difference;
      out[static_cast<std::size_t>(k)] += (weighted * difference).sum();
      if (moved != nullptr) moved->col(k).array() -= inverse(k) * weighted;
    }
  }
}

}  // namespace

void squared_distances(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse, Tile& s) {
  if (A.extreme || B.extreme) {
    distances_of_extremes(A, B, inverse, s);
    return;
  }
  const Matrix Z = B.columns.transpose();
  double* const out = s.matrix().data();
  with_widest_registers([&](auto registers) PHIGP_ALWAYS_INLINE {
    using R = decltype(registers);
    for (Eigen::Index j = 0; j < s.columns(); ++j)
      column_of_distances<R>(A.columns, Z.data() + j * Z.rows(), inverse, out + j * s.rows());
  });
}

void contract_squares(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                      const Tile& W, std::span<double> out, Matrix* moved) {
  if (A.extreme || B.extreme) {
    contract_extremes(A, B, inverse, W, out, moved);
    return;
  }
  with_widest_registers([&](auto registers) PHIGP_ALWAYS_INLINE {
    using R = decltype(registers);
    if (moved == nullptr) {
      contract_all<R, false>(A, B, inverse, W, out, moved);
    } else {
      contract_all<R, true>(A, B, inverse, W, out, moved);
    }
  });
}

}  // namespace phigp::detail
