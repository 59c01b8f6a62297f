#include "phigp/inference/low_rank_prior.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr double kTolerance = 1e-12;  // rounding of a kernel matrix has this size
constexpr double kSharp = 1e6;        // precision times variance from which a site is sharp
constexpr double kSharpest = 1e14;    // beyond, a site says no more: rounding is larger

}  // namespace

Vector smooth_diagonal(const Kernel& kernel, const Points& X) {
  constexpr Eigen::Index kBlock = 8;
  Vector diagonal(X.rows());
  Matrix K;
  for (Eigen::Index first = 0; first < X.rows(); first += kBlock) {
    const Points rows = X.middleRows(first, std::min(kBlock, X.rows() - first));
    kernel.cross(rows, rows, K);
    diagonal.segment(first, rows.rows()) = K.diagonal();
  }
  return diagonal;
}

LowRankFactor smooth_factor(const Kernel& kernel, const Points& X, double tolerance,
                            Eigen::Index most_rank) {
  Matrix K;
  return pivoted_cholesky(
      smooth_diagonal(kernel, X),
      [&](Eigen::Index j, Vector& column) {
        kernel.cross(X, X.middleRows(j, 1), K);
        column = K.col(0);
      },
      tolerance, most_rank);
}

std::optional<LowRankPrior> low_rank_prior(const Hyperparameters& at, const TrainingSet& data,
                                           Eigen::Index most_rank) {
  LowRankPrior prior;
  const Vector smooth = smooth_diagonal(*at.kernel, data.X);
  LowRankFactor factor = smooth_factor(*at.kernel, data.X, kTolerance, most_rank);
  if (data.size() > 0 && factor.residual > kTolerance * smooth.maxCoeff()) return std::nullopt;
  at.kernel->diagonal(data.X, prior.d);
  prior.d = (prior.d - smooth).cwiseMax(0.0);
  prior.W = std::move(factor.W);
  prior.explained = prior.W.rowwise().squaredNorm();
  prior.mean = prior_mean(at, data);
  return prior;
}

LowRankPosterior::LowRankPosterior(const LowRankPrior& prior, const Sites& sites) : prior_(prior) {
  const Eigen::Index n = prior.size();
  const Eigen::Index r = prior.rank();
  require(static_cast<Eigen::Index>(sites.size()) == n, "sites", static_cast<double>(sites.size()),
          "must be one per latent value (" + std::to_string(n) + ")");
  const Vector from_mean = as_vector(sites.centre) - prior.mean;
  const Eigen::Map<const Vector> tilt = as_vector(sites.tilt);
  Vector precision(n);  // of W z, the rest of f integrated out
  Vector shift(n);
  keep_.resize(n);
  Vector target;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double lambda = sites.precision[static_cast<std::size_t>(i)];
    require(lambda >= 0.0 && std::isfinite(lambda), "site precision", lambda,
            "must be finite and not negative");
    keep_[i] = 1.0 / (1.0 + lambda * prior.d[i]);
    precision[i] = lambda > 0.0 ? 1.0 / (1.0 / lambda + prior.d[i]) : 0.0;
    shift[i] = keep_[i] * tilt[i];
    if (precision[i] * prior.explained[i] > kSharp) sharp_.push_back(i);
  }
  const bool few = static_cast<Eigen::Index>(sharp_.size()) <= r;
  if (!few) sharp_.clear();
  const auto count = static_cast<Eigen::Index>(sharp_.size());
  noise_.resize(count);
  target.resize(count);
  for (Eigen::Index a = 0; a < count; ++a) {
    const Eigen::Index i = sharp_[static_cast<std::size_t>(a)];
    noise_[a] = 1.0 / precision[i];
    target[a] = from_mean[i] + tilt[i] / sites.precision[static_cast<std::size_t>(i)];
    precision[i] = 0.0;
    shift[i] = 0.0;
  }
  if (!few) {
    for (Eigen::Index i = 0; i < n; ++i)
      precision[i] = std::min(precision[i], kSharpest / prior.explained[i]);
  }
  shift += precision.cwiseProduct(from_mean);

  Matrix scaled = precision.cwiseSqrt().asDiagonal() * prior.W;
  factor_.jitter = cholesky_into(
      factor_.L,
      [&](Matrix& P) {
        P.setIdentity(r, r);
        add_gram_of_columns(scaled, P);
      },
      "precision in low rank");
  Vector z = prior.W.transpose() * shift;
  solve_lower(factor_.L, z);
  solve_lower_transposed(factor_.L, z);
  if (count > 0) {
    spread_ = prior.W(sharp_, Eigen::all).transpose();
    solve_lower(factor_.L, spread_);
    Matrix V = spread_.transpose() * spread_;
    V.diagonal() += noise_;
    inner_ = cholesky(V, "sharp sites");
    take_in_sharp(target, z);
  }
  mean_ = prior.mean + to_rows(z);
  for (Eigen::Index i = 0; i < n; ++i) {
    // Of the rest of f, the site explains its part.
    mean_[i] += (1.0 - keep_[i]) * from_mean[i] + keep_[i] * prior.d[i] * tilt[i];
  }
}

void LowRankPosterior::take_in_sharp(const Vector& x, Vector& z) const {
  Vector wanting = x - prior_.W(sharp_, Eigen::all) * z;
  solve_lower(inner_.L, wanting);
  solve_lower_transposed(inner_.L, wanting);
  Vector change = spread_ * wanting;
  solve_lower_transposed(factor_.L, change);
  z += change;
}

Vector LowRankPosterior::to_rows(const Vector& z) const { return keep_.cwiseProduct(prior_.W * z); }

Eigen::Index LowRankPosterior::normals() const {
  return prior_.rank() + static_cast<Eigen::Index>(sharp_.size()) + prior_.size();
}

Vector LowRankPosterior::deviation(const Vector& normals) const {
  const auto count = static_cast<Eigen::Index>(sharp_.size());
  Vector z = normals.head(prior_.rank());
  solve_lower_transposed(factor_.L, z);
  if (count > 0) {
    const Vector noise = noise_.cwiseSqrt().cwiseProduct(normals.segment(prior_.rank(), count));
    take_in_sharp(-noise, z);
  }
  return to_rows(z) +
         (keep_.cwiseProduct(prior_.d)).cwiseSqrt().cwiseProduct(normals.tail(prior_.size()));
}

}  // namespace phigp
