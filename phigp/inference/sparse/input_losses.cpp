#include "phigp/inference/sparse/input_losses.h"

#include <cmath>

#include "phigp/base/limits.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/congruence.h"

namespace phigp {

InputLosses::InputLosses(const SparseBound::Point& point)
    : here_(static_cast<std::size_t>(point.basis.size()), true) {
  const Matrix& L = point.basis.factor();
  prior_ = L;
  invert_triangle(prior_);
  multiply_by_own_transpose(prior_);
  mirror_lower(prior_);
  point.q.covariance(covariance_);
  solve_both_sides(L, covariance_);
  mirror_lower(covariance_);
  data_ = point.q.natural().P;
  data_.diagonal().array() -= 1.0;
  solve_both_sides(L, data_);
  mirror_lower(data_);
  mean_ = point.q.mean();
  solve_lower_transposed(L, mean_);
}

double InputLosses::loss(Eigen::Index j) const {
  const double before = prior_(j, j);
  const double after = covariance_(j, j);
  if (!(before > 0.0 && after > 0.0)) return kInfinity;
  return 0.5 * (data_(j, j) / before + mean_[j] * mean_[j] / after + std::log(after / before));
}

Eigen::Index InputLosses::least() const {
  Eigen::Index least = -1;
  double lost = kInfinity;
  for (Eigen::Index j = 0; j < mean_.size(); ++j) {
    if (!has(j)) continue;
    const double own = loss(j);
    if (!(own < lost)) continue;
    least = j;
    lost = own;
  }
  return least;
}

void InputLosses::drop(Eigen::Index j) {
  here_[static_cast<std::size_t>(j)] = false;
  const Vector prior = prior_.col(j);
  const Vector share = prior / prior_(j, j);
  const Vector covariance = covariance_.col(j) / std::sqrt(covariance_(j, j));
  const Vector data = data_.col(j) - (0.5 * data_(j, j)) * share;
  mean_ -= covariance_.col(j) * (mean_[j] / covariance_(j, j));
  for (Eigen::Index k = 0; k < mean_.size(); ++k) {
    if (!has(k)) continue;
    prior_.col(k) -= prior * share[k];
    covariance_.col(k) -= covariance * covariance[k];
    data_.col(k) -= share * data[k] + data * share[k];
  }
}

}  // namespace phigp
