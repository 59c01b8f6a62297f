#include "phigp/inference/dense_prior.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/negative_sites.h"
#include "phigp/inference/sharp_sites.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// Elements of A^-1 from which its factor is not relied on: below, rounding changes the bound by
// some 1e-11 of the number of rows. (K.15)
constexpr double kNearlySingular = 1e5;

// k_i, the i-th column of K from its lower triangle.
Vector column(const Matrix& K, Eigen::Index i) {
  Vector k(K.rows());
  k.head(i) = K.row(i).head(i).transpose();
  k.tail(K.rows() - i) = K.col(i).tail(K.rows() - i);
  return k;
}

}  // namespace

DensePrior::DensePrior(Vector mean, Matrix K) : mean_(std::move(mean)), K_(std::move(K)) {
  require(K_.rows() == K_.cols() && K_.rows() == mean_.size(), "prior covariance",
          fmt::format("{} x {}", K_.rows(), K_.cols()),
          fmt::format("must be square and as large as the mean ({})", mean_.size()));
}

ScaledSites DensePrior::scaled(const Sites& sites) const {
  require(static_cast<Eigen::Index>(sites.size()) == size(), "sites",
          static_cast<double>(sites.size()),
          fmt::format("must be one per latent value ({})", size()));
  ScaledSites scaled;
  scaled.d.resize(size());
  scaled.t.resize(size());
  scaled.centre = as_vector(sites.centre);
  scaled.tilt = as_vector(sites.tilt);
  for (Eigen::Index i = 0; i < size(); ++i) {
    const double lambda = sites.precision[static_cast<std::size_t>(i)];
    require(lambda >= 0.0 && std::isfinite(lambda), "site precision", lambda,
            "must be finite and not negative");
    const double strength = lambda * K_(i, i);
    scaled.d[i] = 1.0 / std::sqrt(1.0 + strength);
    scaled.t[i] = lambda > 0.0 ? 1.0 / std::sqrt(1.0 / lambda + K_(i, i)) : 0.0;
    if (strength > 1.0) {
      const double moved = scaled.tilt[i] / lambda;
      scaled.constant += 0.5 * scaled.tilt[i] * moved;
      scaled.centre[i] += moved;
      scaled.tilt[i] = 0.0;
    }
  }
  return scaled;
}

double DensePrior::scaled_factor(const ScaledSites& scaled, Matrix& L) const {
  const Eigen::Index n = size();
  const auto fill = [&](Matrix& A) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index below = n - j - 1;
      A(j, j) = 1.0;
      A.col(j).tail(below) =
          scaled.t[j] * (K_.col(j).tail(below).array() * scaled.t.tail(below).array());
    }
  };
  L.resize(n, n);
  return cholesky_into(L, fill, "I + Lambda^1/2 K Lambda^1/2");
}

DensePosterior DensePrior::condition(const Sites& sites) const {
  DensePosterior q;
  condition(sites, q);
  return q;
}

void DensePrior::condition(const Sites& sites, DensePosterior& q) const {
  const auto negative = [](double lambda) { return lambda < 0.0; };
  if (std::none_of(sites.precision.begin(), sites.precision.end(), negative)) {
    condition_without_negative(sites, q);
    return;
  }
  Sites others = sites;
  for (double& lambda : others.precision) lambda = negative(lambda) ? 0.0 : lambda;
  condition_without_negative(others, q);
  take_in_negative(*this, sites, q);
}

void DensePrior::condition_without_negative(const Sites& sites, DensePosterior& q) const {
  const Eigen::Index n = size();
  const ScaledSites scale = scaled(sites);
  const Eigen::Map<const Vector> lambda = as_vector(sites.precision);
  const Vector& tilt = scale.tilt;
  const Vector from_centre = mean_ - scale.centre;

  q.t = scale.t;
  q.lift.resize(n, 0);
  q.jitter = scaled_factor(scale, q.inverse_factor);
  const double log_det_b =
      2.0 * (q.inverse_factor.diagonal().array().log() - scale.d.array().log()).sum();
  invert_triangle(q.inverse_factor);

  const auto apply_r = [&](Vector x) {
    x.array() *= q.t.array();
    multiply_lower(q.inverse_factor, x);
    multiply_lower_transposed(q.inverse_factor, x);
    return Vector(x.array() * q.t.array());
  };
  Vector k_tilt;
  multiply_symmetric(K_, tilt, k_tilt);
  const Vector expected = from_centre + k_tilt;  // of f - centre, were the precisions 0
  const Vector r_expected = apply_r(expected);
  q.alpha = tilt - r_expected;  // (K.3)
  Vector moved;
  multiply_symmetric(K_, q.alpha, moved);
  q.m = mean_ + moved;

  q.v.resize(n);
  double precision_times_variance = 0.0;
  double largest_inverse = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double inverse = q.inverse_factor.col(i).tail(n - i).squaredNorm();
    largest_inverse = std::max(largest_inverse, inverse);
    const double product = 1.0 - scale.d[i] * scale.d[i] * inverse;  // lambda v, (K.4)
    if (product >= kShortFormula) {
      q.v[i] = product / lambda[i];
      precision_times_variance += product;
    } else {
      Vector k = column(K_, i).array() * q.t.array();
      multiply_lower(q.inverse_factor, k);
      q.v[i] = std::max(K_(i, i) - k.squaredNorm(), 0.0);
      precision_times_variance += lambda[i] * q.v[i];
    }
  }
  q.kl = 0.5 * (log_det_b - precision_times_variance + q.alpha.dot(moved));
  // (K.5), written so that nothing of the size of lambda cancels.
  q.log_evidence = scale.constant - 0.5 * log_det_b - 0.5 * expected.dot(r_expected) +
                   tilt.dot(from_centre) + 0.5 * tilt.dot(k_tilt);
  if (largest_inverse > kNearlySingular || q.jitter > 0.0)
    condition_on_sharp(*this, sites, scale, q);
}

}  // namespace phigp
