// Covariances of a chain with itself, k draws later. Divided by the number of draws, not by the
// number of pairs, which keeps the sequence positive definite. math.md (D.1)
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/diagnostics/chains.h"

namespace phigp {

// Of lags 0 ... n - 1, about the mean of the sequence, by the fast Fourier transform.
Vector autocovariance(const Eigen::Ref<const Vector>& x);

// Of lags 0 ... highest_lag, each chain about its own mean, chains averaged before the division.
// math.md (D.2)
// NaN unless the chains are usable and at least one moves. highest_lag < draws.
Vector autocorrelation(const Chains& chains, Eigen::Index highest_lag);

namespace detail {

// The mean over chains of the autocovariance, lag by lag: few lags are summed directly, because a
// chain that mixes well needs no more; when more are asked for, all come from one transform.
class MeanAutocovariance {
 public:
  explicit MeanAutocovariance(const Matrix& draws);  // draws x chains

  double operator()(Eigen::Index lag);

 private:
  Matrix centred_;
  Vector all_;  // filled by the transform
};

}  // namespace detail

}  // namespace phigp
