#include "phigp/inference/posterior_covariance.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

Matrix posterior_covariance(const DensePrior& prior, const Sites& sites, const DensePosterior& q) {
  require(q.lift.cols() == 0, "sites to sample around", fmt::format("{} of them", q.lift.cols()),
          "must not have negative precisions: no draw has");
  const Eigen::Index n = prior.size();
  const Vector d = prior.scaled(sites).d;
  Matrix S = q.inverse_factor;
  multiply_by_own_transpose(S);  // A^-1
  // Lambda^-1/2 (I - D A^-1 D) Lambda^-1/2 where that does not cancel; rows of which the sites say
  // little from K.
  Vector scale(n);  // d / sqrt(lambda)
  std::vector<Eigen::Index> weak;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double lambda = sites.precision[static_cast<std::size_t>(i)];
    const bool is_weak = !(1.0 - d[i] * d[i] * S(i, i) >= kShortFormula);
    if (is_weak) weak.push_back(i);
    scale[i] = is_weak ? 0.0 : d[i] / std::sqrt(lambda);
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    const double diagonal = 1.0 - d[j] * d[j] * S(j, j);
    S.col(j).tail(n - j).array() *= -scale[j] * scale.tail(n - j).array();
    S(j, j) = scale[j] > 0.0 ? diagonal / sites.precision[static_cast<std::size_t>(j)] : 0.0;
  }
  mirror_lower(S);
  if (weak.empty()) return S;

  Matrix K = prior.covariance();
  mirror_lower(K);
  Matrix half = q.t.asDiagonal() * K(Eigen::all, weak);
  multiply_lower(q.inverse_factor, half);
  Matrix columns = half;
  multiply_lower_transposed(q.inverse_factor, columns);  // A^-1 T K
  columns.array().colwise() *= scale.array();
  Matrix among = K(weak, weak);
  subtract_gram_of_columns(half, among);
  mirror_lower(among);
  S(Eigen::all, weak) = columns;
  S(weak, Eigen::all) = columns.transpose();
  S(weak, weak) = among;
  return S;
}

}  // namespace phigp
