#include "phigp/kernels/distance_products.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "phigp/base/wide_registers.h"

namespace phigp::detail {

namespace {

constexpr Eigen::Index kLeastDimensions = 8;
// A pair is close if s is below this share of |x|^2 + |z|^2: above, s keeps all but two digits.
constexpr double kClose = 0.01;
// Close pairs cost several times as much as in distances.h: at most one in this many.
constexpr Eigen::Index kOtherPairs = 8;
constexpr double kLargestNorm = 1e200;

// The block sums[c][p] = sum_t A(i + p, t) B(t, j + c): columns of A follow at distance `stride`,
// B(t, c) stands at B[t * down + c * across].
template <class R, int Columns, int Packs>
PHIGP_ALWAYS_INLINE inline void multiply_block(const double* A, Eigen::Index stride,
                                               const double* B, Eigen::Index down,
                                               Eigen::Index across, Eigen::Index depth,
                                               typename R::Pack (&sums)[Columns][Packs]) {
  for (auto& column : sums)
    for (typename R::Pack& sum : column) sum = typename R::Pack{};
  for (Eigen::Index t = 0; t < depth; ++t) {
    typename R::Pack a[Packs];
#pragma GCC unroll 4
    for (int p = 0; p < Packs; ++p) a[p] = pack_at<R>(A + t * stride + p * R::kSize);
#pragma GCC unroll 6
    for (int c = 0; c < Columns; ++c) {
      const double b = B[t * down + c * across];
#pragma GCC unroll 4
      for (int p = 0; p < Packs; ++p) sums[c][p] += a[p] * b;
    }
  }
}

template <class R>
PHIGP_ALWAYS_INLINE inline bool any(const typename R::Bits& bits) {
  std::int64_t all = 0;
#pragma GCC unroll 8
  for (int lane = 0; lane < R::kSize; ++lane) all |= bits[lane];
  return all != 0;
}

bool is_close(const Inputs& A, const Inputs& B, Eigen::Index i, Eigen::Index j, double s) {
  return s < kClose * (A.norms[i] + B.norms[j]);
}

double distance_of_pair(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                        Eigen::Index i, Eigen::Index j) {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < inverse.size(); ++k) {
    const double difference = (A.columns(i, k) - B.columns(j, k)) * inverse(k);
    sum += difference * difference;
  }
  return sum;
}

struct Distances {
  const Inputs& A;
  const Inputs& B;
  const Eigen::ArrayXd& inverse;
  double* s;
  Eigen::Index close = 0;

  // Rows i … and columns j … of the tile.
  template <class R, int Columns, int Packs>
  PHIGP_ALWAYS_INLINE inline void block(Eigen::Index i, Eigen::Index j) {
    const Eigen::Index rows = A.scaled.rows();
    typename R::Pack sums[Columns][Packs];
    multiply_block<R, Columns, Packs>(A.scaled.data() + i, rows, B.scaled.data() + j,
                                      B.scaled.rows(), 1, A.scaled.cols(), sums);
    typename R::Bits found{};
    for (int c = 0; c < Columns; ++c) {
      for (int p = 0; p < Packs; ++p) {
        const typename R::Pack norms =
            pack_at<R>(A.norms.data() + i + p * R::kSize) + B.norms.data()[j + c];
        const typename R::Pack distance = norms - 2.0 * sums[c][p];
        found |= distance < kClose * norms;
        pack_at<R>(s + (j + c) * rows + i + p * R::kSize) = distance;
      }
    }
    if (any<R>(found)) repair(i, Packs * R::kSize, j, Columns);
  }

  void repair(Eigen::Index i, Eigen::Index rows, Eigen::Index j, Eigen::Index columns) {
    for (Eigen::Index b = j; b < j + columns; ++b) {
      for (Eigen::Index a = i; a < i + rows; ++a) {
        double& distance = s[b * A.scaled.rows() + a];
        if (!is_close(A, B, a, b, distance)) continue;
        distance = distance_of_pair(A, B, inverse, a, b);
        ++close;
      }
    }
  }

  template <class R, int Columns>
  PHIGP_ALWAYS_INLINE inline void columns(Eigen::Index j) {
    const Eigen::Index rows = A.scaled.rows();
    Eigen::Index i = 0;
    for (; i + 2 * R::kSize <= rows; i += 2 * R::kSize) block<R, Columns, 2>(i, j);
    for (; i + R::kSize <= rows; i += R::kSize) block<R, Columns, 1>(i, j);
    for (; i < rows; ++i) {
      for (Eigen::Index b = j; b < j + Columns; ++b)
        s[b * rows + i] = distance_of_pair(A, B, inverse, i, b);
    }
  }
};

using Pairs = std::vector<std::pair<Eigen::Index, Eigen::Index>>;

template <class R>
PHIGP_ALWAYS_INLINE inline void find_close(const Inputs& A, const Inputs& B, const Tile& s,
                                           Pairs& pairs) {
  const Eigen::Index rows = s.rows();
  const double* const entries = s.matrix().data();
  for (Eigen::Index j = 0; j < s.columns(); ++j) {
    const double* const column = entries + j * rows;
    const double norm = B.norms.data()[j];
    typename R::Bits found{};
    Eigen::Index i = 0;
    for (; i + R::kSize <= rows; i += R::kSize)
      found |= pack_at<R>(column + i) < kClose * (pack_at<R>(A.norms.data() + i) + norm);
    bool here = any<R>(found);
    for (; i < rows; ++i) here = here || is_close(A, B, i, j, column[i]);
    if (!here) continue;
    for (Eigen::Index a = 0; a < rows; ++a)
      if (is_close(A, B, a, j, column[a])) pairs.emplace_back(a, j);
  }
}

// The sums of rows and of columns.
template <class R>
PHIGP_ALWAYS_INLINE inline void sum_both_ways(const Tile& W, double* of_rows, double* of_columns) {
  const Eigen::Index rows = W.rows();
  std::fill(of_rows, of_rows + rows, 0.0);
  for (Eigen::Index j = 0; j < W.columns(); ++j) {
    const double* const column = W.matrix().data() + j * rows;
    typename R::Pack sums{};
    Eigen::Index i = 0;
    for (; i + R::kSize <= rows; i += R::kSize) {
      const typename R::Pack here = pack_at<R>(column + i);
      sums += here;
      pack_at<R>(of_rows + i) += here;
    }
    double sum = 0.0;
    for (int lane = 0; lane < R::kSize; ++lane) sum += sums[lane];
    for (; i < rows; ++i) {
      sum += column[i];
      of_rows[i] += column[i];
    }
    of_columns[j] = sum;
  }
}

// sum_i x_ik (x_ik w_i - 2 (W Z)_ik) for the dimensions k, …: what is left of the sum over pairs
// once sum_j z_jk^2 W_ij is known. w: sums of the rows of W. Where inputs move, moved(i, k) +=
// ((W Z)_ik - x_ik w_i) / l_k.
template <class R, int Dimensions, bool Moves>
PHIGP_ALWAYS_INLINE inline void contract_dimensions(const Inputs& A, const Inputs& B, const Tile& W,
                                                    const double* w, Eigen::Index k,
                                                    double (&sums)[Dimensions],
                                                    const double* inverse, double* moved) {
  const Eigen::Index rows = W.rows();
  const double* const weights = W.matrix().data();
  const double* const x = A.scaled.data() + k * rows;
  const double* const z = B.scaled.data() + k * B.scaled.rows();
  typename R::Pack totals[Dimensions] = {};
  const auto add_rows = [&]<int Packs>(Eigen::Index i) PHIGP_ALWAYS_INLINE {
    typename R::Pack products[Dimensions][Packs];
    multiply_block<R, Dimensions, Packs>(weights + i, rows, z, 1, B.scaled.rows(), W.columns(),
                                         products);
    for (int c = 0; c < Dimensions; ++c) {
      for (int p = 0; p < Packs; ++p) {
        const Eigen::Index at = c * rows + i + p * R::kSize;
        const typename R::Pack own = pack_at<R>(x + at);
        const typename R::Pack whole = own * pack_at<R>(w + i + p * R::kSize);
        totals[c] += own * (whole - 2.0 * products[c][p]);
        if constexpr (Moves) pack_at<R>(moved + at) += inverse[c] * (products[c][p] - whole);
      }
    }
  };
  Eigen::Index i = 0;
  for (; i + 2 * R::kSize <= rows; i += 2 * R::kSize) add_rows.template operator()<2>(i);
  for (; i + R::kSize <= rows; i += R::kSize) add_rows.template operator()<1>(i);
  for (int c = 0; c < Dimensions; ++c) {
    for (int lane = 0; lane < R::kSize; ++lane) sums[c] += totals[c][lane];
    for (Eigen::Index rest = i; rest < rows; ++rest) {
      double product = 0.0;
      for (Eigen::Index j = 0; j < W.columns(); ++j)
        product += weights[j * rows + rest] * z[c * B.scaled.rows() + j];
      const double own = x[c * rows + rest];
      sums[c] += own * (own * w[rest] - 2.0 * product);
      if constexpr (Moves) moved[c * rows + rest] += inverse[c] * (product - own * w[rest]);
    }
  }
}

struct Contraction {
  const Inputs& A;
  const Inputs& B;
  const Tile& W;
  const double* w;  // sums of its rows
  const double* v;  // and of its columns
  const double* inverse;
  std::span<double> out;
  double* moved;  // tile rows x dimensions
};

template <class R, int Dimensions, bool Moves>
PHIGP_ALWAYS_INLINE inline void contract_dimensions(const Contraction& all, Eigen::Index k) {
  const auto& [A, B, W, w, v, inverse, out, moved] = all;
  double sums[Dimensions] = {};
  contract_dimensions<R, Dimensions, Moves>(A, B, W, w, k, sums, inverse + k,
                                            Moves ? moved + k * W.rows() : nullptr);
  for (int c = 0; c < Dimensions; ++c) {
    const double* const z = B.scaled.data() + (k + c) * B.scaled.rows();
    for (Eigen::Index j = 0; j < W.columns(); ++j) sums[c] += z[j] * z[j] * v[j];
    out[static_cast<std::size_t>(k + c)] += sums[c];
  }
}

template <class R, bool Moves>
PHIGP_ALWAYS_INLINE inline void contract_by_products(const Contraction& all) {
  const Eigen::Index dimensions = all.A.scaled.cols();
  Eigen::Index k = 0;
  for (; k + 6 <= dimensions; k += 6) contract_dimensions<R, 6, Moves>(all, k);
  for (; k + 3 <= dimensions; k += 3) contract_dimensions<R, 3, Moves>(all, k);
  for (; k < dimensions; ++k) contract_dimensions<R, 1, Moves>(all, k);
}

}  // namespace

void prepare_products(const Eigen::RowVectorXd& origin, const UnitSettings& settings,
                      const Eigen::ArrayXd& inverse, Inputs& kept) {
  if (kept.extreme || inverse.size() < kLeastDimensions) return;
  Matrix scaled(kept.columns.rows(), kept.columns.cols());
  Vector norms = Vector::Zero(scaled.rows());
  for (Eigen::Index k = 0; k < scaled.cols(); ++k) {
    const double middle = origin[settings.active[static_cast<std::size_t>(k)]];
    scaled.col(k) = (kept.columns.col(k).array() - middle) * inverse(k);
    norms.array() += scaled.col(k).array().square();
  }
  if (!(norms.size() > 0 && norms.maxCoeff() < kLargestNorm)) return;
  kept.scaled = std::move(scaled);
  kept.norms = std::move(norms);
}

bool are_for_products(const Inputs& A, const Inputs& B) {
  return A.norms.size() > 0 && B.norms.size() > 0;
}

bool squared_distances_by_products(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                                   Tile& s) {
  const Eigen::Index most = s.rows() * s.columns() / kOtherPairs;
  Distances distances{A, B, inverse, s.matrix().data()};
  with_widest_registers([&](auto registers) PHIGP_ALWAYS_INLINE {
    using R = decltype(registers);
    Eigen::Index j = 0;
    for (; j + 6 <= s.columns() && distances.close <= most; j += 6) distances.columns<R, 6>(j);
    for (; j + 3 <= s.columns() && distances.close <= most; j += 3) distances.columns<R, 3>(j);
    for (; j < s.columns() && distances.close <= most; ++j) distances.columns<R, 1>(j);
  });
  return distances.close <= most;
}

bool contract_squares_by_products(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
                                  const Tile& s, Tile& W, std::span<double> out, Matrix* moved) {
  Pairs close;
  with_widest_registers(
      [&](auto registers) PHIGP_ALWAYS_INLINE { find_close<decltype(registers)>(A, B, s, close); });
  if (static_cast<Eigen::Index>(close.size()) > s.rows() * s.columns() / kOtherPairs) return false;
  for (const auto& [i, j] : close) {
    const double weight = std::exchange(W.matrix()(i, j), 0.0);
    for (Eigen::Index k = 0; k < inverse.size(); ++k) {
      const double difference = (A.columns(i, k) - B.columns(j, k)) * inverse(k);
      out[static_cast<std::size_t>(k)] += weight * difference * difference;
      if (moved != nullptr) (*moved)(i, k) -= weight * difference * inverse(k);
    }
  }
  double w[kTileSide];
  double v[kTileSide];
  with_widest_registers([&](auto registers) PHIGP_ALWAYS_INLINE {
    using R = decltype(registers);
    sum_both_ways<R>(W, w, v);
    if (moved == nullptr) {
      contract_by_products<R, false>({A, B, W, w, v, inverse.data(), out, nullptr});
    } else {
      contract_by_products<R, true>({A, B, W, w, v, inverse.data(), out, moved->data()});
    }
  });
  return true;
}

}  // namespace phigp::detail
