#include "phigp/kernels/stationary.h"

#include <algorithm>
#include <utility>

#include "phigp/kernels/pack.h"

namespace phigp::detail {

namespace {

// Where a scaled difference stops growing, so that its square is a number; every kernel but the
// rational quadratic has long been 0 there. Half of it is the border that inputs are tested
// against: differences are at most twice as large as inputs.
constexpr double kLargestDifference = 1e150;

// Column j of the distances. Differences are taken before they are scaled: x - z is exact for
// nearly equal inputs, while x / l - z / l is not. Four registers of sums at a time: one pass over
// the memory for all dimensions. (G.3)
void column_of_distances(const Matrix& A, const double* z, const Eigen::ArrayXd& inverse,
                         double* out) {
  constexpr Eigen::Index kRows = 4 * kPackSize;
  const Eigen::Index rows = A.rows();
  Eigen::Index i = 0;
  for (; i + kRows <= rows; i += kRows) {
    Pack s0{};
    Pack s1{};
    Pack s2{};
    Pack s3{};
    for (Eigen::Index k = 0; k < inverse.size(); ++k) {
      const auto* const x = reinterpret_cast<const LoosePack*>(A.data() + k * rows + i);
      const Pack d0 = (x[0] - z[k]) * inverse(k);
      const Pack d1 = (x[1] - z[k]) * inverse(k);
      const Pack d2 = (x[2] - z[k]) * inverse(k);
      const Pack d3 = (x[3] - z[k]) * inverse(k);
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    auto* const s = reinterpret_cast<LoosePack*>(out + i);
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
    s[3] = s3;
  }
  for (; i < rows; ++i) {
    out[i] = 0.0;
    for (Eigen::Index k = 0; k < inverse.size(); ++k) {
      const double difference = (A(i, k) - z[k]) * inverse(k);
      out[i] += difference * difference;
    }
  }
}

void squared_distances(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse, Tile& s) {
  Eigen::Map<Matrix> out = s.matrix();
  const Matrix Z = B.columns.transpose();
  for (Eigen::Index j = 0; j < out.cols(); ++j) {
    column_of_distances(A.columns, Z.data() + j * Z.rows(), inverse, out.data() + j * out.rows());
  }
}

void squared_distances_of_extremes(const Inputs& A, const Inputs& B, const Eigen::ArrayXd& inverse,
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

// sum_ij D_ij (x_ik - z_jk)^2 / l_k^2. Over differences, not by expanding the square into matrix
// products: those lose the digits that (range / lengthscale)^2 counts, while these
// passes, over tiles that stay in the cache, are a quarter of the work of a contraction. (G.4)
double contract_column(const Inputs& A, const Inputs& B, const Tile& D, Eigen::Index k,
                       double inverse) {
  const Eigen::Map<const Matrix> weights = D.matrix();
  double sum = 0.0;
  for (Eigen::Index j = 0; j < weights.cols(); ++j) {
    sum +=
        (weights.col(j).array() * ((A.columns.col(k).array() - B.columns(j, k)) * inverse).square())
            .sum();
  }
  return sum;
}

double contract_column_of_extremes(const Inputs& A, const Inputs& B, const Tile& D, Eigen::Index k,
                                   double inverse) {
  const Eigen::Map<const Matrix> weights = D.matrix();
  double sum = 0.0;
  for (Eigen::Index j = 0; j < weights.cols(); ++j) {
    sum += (weights.col(j).array() * ((A.columns.col(k).array() - B.columns(j, k)) * inverse)
                                         .abs()
                                         .min(kLargestDifference)
                                         .square())
               .sum();
  }
  return sum;
}

}  // namespace

Stationary::Stationary(UnitSettings settings)
    : UnitKernel(std::move(settings)), inverse_(inverse_lengthscales(this->settings())) {}

Inputs Stationary::inputs(const Points& X, Eigen::Index first, Eigen::Index count) const {
  Inputs kept = UnitKernel::inputs(X, first, count);
  for (Eigen::Index k = 0; k < inverse_.size() && count > 0; ++k) {
    const double largest = kept.columns.col(k).cwiseAbs().maxCoeff();
    // By division, because the product could overflow to what it should be compared with.
    kept.extreme = kept.extreme || !(largest < 0.5 * kLargestDifference / inverse_(k)) ||
                   !(largest < 0.5 * kLargestDifference);
  }
  return kept;
}

void Stationary::values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const {
  if (A.extreme || B.extreme) {
    squared_distances_of_extremes(A, B, inverse_, state);
  } else {
    squared_distances(A, B, inverse_, state);
  }
  profile(state, k);
}

void Stationary::contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state,
                          Tile& W, std::span<double> out) const {
  if (settings().kind->has_alpha) out.back() += contract_shape(state, k, W);
  multiply_slope(state, k, W);
  // dk / d log l_k = -2 k'(s) (x_k - z_k)^2 / l_k^2; with one lengthscale the sum over k. (G.4)
  if (!settings().ard) {
    out[0] += (W.flat() * state.flat()).sum();
    return;
  }
  for (Eigen::Index c = 0; c < inverse_.size(); ++c) {
    out[static_cast<std::size_t>(c)] += A.extreme || B.extreme
                                            ? contract_column_of_extremes(A, B, W, c, inverse_(c))
                                            : contract_column(A, B, W, c, inverse_(c));
  }
}

// dk / dz_k = -2 k'(s) (x_k - z_k) / l_k^2. (G.4)
void Stationary::contract_inputs(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state,
                                 Tile& W, Matrix& out) const {
  multiply_slope(state, k, W);
  const Eigen::Map<const Matrix> weights = std::as_const(W).matrix();
  for (Eigen::Index c = 0; c < inverse_.size(); ++c) {
    for (Eigen::Index j = 0; j < weights.cols(); ++j) {
      const auto scaled = ((A.columns.col(c).array() - B.columns(j, c)) * inverse_(c))
                              .max(-kLargestDifference)
                              .min(kLargestDifference);
      out(j, c) += inverse_(c) * (weights.col(j).array() * scaled).sum();
    }
  }
}

double Stationary::contract_shape(const Tile& /*s*/, const Tile& /*k*/, const Tile& /*W*/) const {
  return 0.0;
}

}  // namespace phigp::detail
