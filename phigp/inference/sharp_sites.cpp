#include "phigp/inference/sharp_sites.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "phigp/base/span_of.h"
#include "phigp/linalg/pivoted_factors.h"

namespace phigp {

namespace {

// Of each variance: so little that adding it to the diagonal of K changes no digit, and enough to
// keep precisions of 1e300 out of the arithmetic.
constexpr double kUnseen = std::numeric_limits<double>::epsilon() / 16.0;
constexpr double kRankTolerance =
    4.0 * std::numeric_limits<double>::epsilon();  // what is left is rounding of K

// W with K = W W^T to rounding, that of each row relative to its own variance.
Matrix root_of(const Matrix& K) {
  const Eigen::Index n = K.rows();
  const Vector scale = K.diagonal().cwiseMax(0.0).cwiseSqrt();
  const auto inverse = [](double s) { return s > 0.0 ? 1.0 / s : 0.0; };
  const Vector unscale = scale.unaryExpr(inverse);
  Matrix correlation(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index below = n - j - 1;
    correlation(j, j) = scale[j] > 0.0 ? 1.0 : 0.0;
    correlation.col(j).tail(below) =
        unscale[j] * (K.col(j).tail(below).array() * unscale.tail(below).array());
  }
  return scale.asDiagonal() * semidefinite_factor(std::move(correlation), kRankTolerance);
}

// The rows of (root W; I) and where each went, largest first.
struct StackedRows {
  Matrix X;                          // (n + r) x r
  std::vector<Eigen::Index> source;  // below n: of W
};

StackedRows stacked(const Matrix& W, const Vector& root) {
  const Eigen::Index n = W.rows();
  const Eigen::Index r = W.cols();
  Vector length = Vector::Ones(n + r);
  for (Eigen::Index i = 0; i < n; ++i) length[i] = root[i] * W.row(i).norm();
  StackedRows rows{Matrix::Zero(n + r, r),
                   std::vector<Eigen::Index>(static_cast<std::size_t>(n + r))};
  std::iota(rows.source.begin(), rows.source.end(), Eigen::Index{0});
  std::stable_sort(rows.source.begin(), rows.source.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return length[a] > length[b]; });
  for (Eigen::Index at = 0; at < n + r; ++at) {
    const Eigen::Index i = rows.source[static_cast<std::size_t>(at)];
    if (i < n)
      rows.X.row(at) = root[i] * W.row(i);
    else
      rows.X(at, i - n) = 1.0;
  }
  return rows;
}

}  // namespace

void condition_on_sharp(const DensePrior& prior, const Sites& sites, const ScaledSites& scale,
                        DensePosterior& q) {
  const Eigen::Index n = prior.size();
  const Eigen::Map<const Vector> lambda = as_vector(sites.precision);
  const Vector d = kUnseen * prior.covariance().diagonal().cwiseMax(0.0);
  const Vector keep = (1.0 + lambda.array() * d.array()).inverse();
  const Vector root = (lambda.array() * keep.array()).sqrt();  // of the precision of W z
  const Vector target = scale.centre - prior.mean();
  const Matrix W = root_of(prior.covariance());

  const StackedRows rows = stacked(W, root);
  Vector b = Vector::Zero(n + W.cols());
  for (Eigen::Index at = 0; at < b.size(); ++at) {
    const Eigen::Index i = rows.source[static_cast<std::size_t>(at)];
    if (i < n) b[at] = root[i] * target[i];
  }
  const PivotedQr qr(rows.X);
  Matrix Y = W.transpose();
  qr.solve_transposed(Y);  // (W P^-1 W^T)_ii = |Y_i|^2
  const Vector z =
      qr.solve(qr.project(std::move(b)) + Y * (keep.array() * scale.tilt.array()).matrix());
  const Vector around = W * z - target;  // E[W z] less the centre

  q.m.resize(n);
  q.v.resize(n);
  double exponent = 0.0;
  double length = z.squaredNorm();  // alpha^T K alpha
  double precision_times_variance = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double from_centre = keep[i] * (around[i] + d[i] * scale.tilt[i]);
    const double pull = lambda[i] * from_centre;
    const double alpha = scale.tilt[i] - pull;
    q.m[i] = scale.centre[i] + from_centre;
    q.v[i] = keep[i] * (d[i] + keep[i] * Y.col(i).squaredNorm());
    precision_times_variance += lambda[i] * q.v[i];
    exponent += from_centre * (scale.tilt[i] - 0.5 * pull);
    length += d[i] * alpha * alpha;
  }
  const double log_det_b = qr.log_determinant() - keep.array().log().sum();
  q.kl = 0.5 * (log_det_b - precision_times_variance + length);
  q.log_evidence = scale.constant + exponent - 0.5 * (length + log_det_b);
}

}  // namespace phigp
