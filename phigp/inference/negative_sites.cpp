#include "phigp/inference/negative_sites.h"

#include <cmath>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

std::vector<Eigen::Index> negative_rows(const Sites& sites) {
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (!(sites.precision[i] < 0.0)) continue;
    require(std::isfinite(sites.precision[i]), "site precision", sites.precision[i],
            "must be finite");
    rows.push_back(static_cast<Eigen::Index>(i));
  }
  return rows;
}

// The columns J of the symmetric K from its lower triangle.
Matrix columns(const Matrix& K, const std::vector<Eigen::Index>& J) {
  const Eigen::Index n = K.rows();
  Matrix out(n, static_cast<Eigen::Index>(J.size()));
  for (Eigen::Index a = 0; a < out.cols(); ++a) {
    const Eigen::Index j = J[static_cast<std::size_t>(a)];
    out.col(a).head(j) = K.row(j).head(j).transpose();
    out.col(a).tail(n - j) = K.col(j).tail(n - j);
  }
  return out;
}

double sum_of_products(const Sites& sites, const Vector& v, bool without_negative) {
  double sum = 0.0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (without_negative && sites.precision[i] < 0.0) continue;
    sum += sites.precision[i] * v[static_cast<Eigen::Index>(i)];
  }
  return sum;
}

}  // namespace

void take_in_negative(const DensePrior& prior, const Sites& sites, DensePosterior& q) {
  const Matrix& K = prior.covariance();
  const std::vector<Eigen::Index> J = negative_rows(sites);
  const auto k = static_cast<Eigen::Index>(J.size());
  Vector root(k);      // N = |Lambda_J|^1/2
  Vector distance(k);  // N (m - centre) of the other sites' q
  const Matrix KJ = columns(K, J);
  Matrix inner(k, k);  // I - N S_JJ N, first S_JJ = K_JJ - V^T V
  for (Eigen::Index a = 0; a < k; ++a) {
    const Eigen::Index j = J[static_cast<std::size_t>(a)];
    const auto at = static_cast<std::size_t>(j);
    root[a] = std::sqrt(-sites.precision[at]);
    distance[a] = root[a] * (q.m[j] - sites.centre[at]);
    for (Eigen::Index b = 0; b < k; ++b) inner(b, a) = KJ(J[static_cast<std::size_t>(b)], a);
  }
  Matrix V = q.t.asDiagonal() * KJ;
  multiply_lower(q.inverse_factor, V);
  subtract_gram_of_columns(V, inner);
  inner = -(root.asDiagonal() * inner * root.asDiagonal());
  inner.diagonal().array() += 1.0;
  if (!cholesky_in_place(inner) || !inner.diagonal().allFinite())
    throw NumericalError("precision of the posterior", "", "must be positive definite");

  // W = E - R K_J, so that S_J = K W; lift = W N L^-T. (K.12)
  multiply_lower_transposed(q.inverse_factor, V);
  Matrix lift = -(q.t.asDiagonal() * V);
  for (Eigen::Index a = 0; a < k; ++a) lift(J[static_cast<std::size_t>(a)], a) += 1.0;
  lift = lift * root.asDiagonal();
  solve_lower_transposed_from_right(inner, lift);
  solve_lower(inner, distance);

  const double before = q.alpha.dot(q.m - prior.mean()) - sum_of_products(sites, q.v, true);
  Matrix K_lift;
  multiply_symmetric_by_many(K, lift, K_lift);
  q.alpha += lift * distance;
  q.m += K_lift * distance;
  q.v += K_lift.rowwise().squaredNorm();
  const double log_det = 2.0 * inner.diagonal().array().log().sum();
  const double after = q.alpha.dot(q.m - prior.mean()) - sum_of_products(sites, q.v, false);
  q.kl += 0.5 * (log_det + after - before);
  q.log_evidence += 0.5 * (distance.squaredNorm() - log_det);
  q.lift = std::move(lift);
}

}  // namespace phigp
