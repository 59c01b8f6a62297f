#include "phigp/inference/posterior_covariance.h"

#include <fmt/format.h>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

// S = K - (F diag(t) K)^T (F diag(t) K), F the inverse factor of q.
Matrix posterior_covariance(const DensePrior& prior, const DensePosterior& q) {
  require(q.lift.cols() == 0, "sites to sample around", fmt::format("{} of them", q.lift.cols()),
          "must not have negative precisions: no draw has");
  Matrix K = prior.covariance();
  mirror_lower(K);
  Matrix V = q.t.asDiagonal() * K;
  multiply_lower(q.inverse_factor, V);
  subtract_gram_of_columns(V, K);
  mirror_lower(K);
  return K;
}

}  // namespace phigp
