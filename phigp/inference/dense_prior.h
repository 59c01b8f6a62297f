// The Gaussian side with all n latent values: f ~ N(mean, K). Sites come in, a posterior or a draw
// goes out, always through the matrix A = D (I + Lambda^1/2 K Lambda^1/2) D, whose diagonal is 1:
// it exists for precisions from 0 to 1e300 and never asks for the inverse of K. math.md (K.2)
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

// Below this lambda_i v_i the short formula for v_i loses digits to cancellation. math.md (K.4)
inline constexpr double kShortFormula = 1e-5;

// q(f) = N(m, S), S = (K^-1 + Lambda)^-1.
struct DensePosterior {
  Vector m;                   // n
  Vector v;                   // n, diagonal of S
  Vector alpha;               // K^-1 (m - mean)
  double kl = 0.0;            // KL[q || prior]
  double log_evidence = 0.0;  // log E_prior of the product of the sites' factors
  double jitter = 0.0;        // added to the diagonal of A, which is 1

  // R = Lambda^1/2 B^-1 Lambda^1/2 = (K + Lambda^-1)^-1 as diag(t) inverse_factor^T inverse_factor
  // diag(t): what predictions and gradients need.
  Vector t;               // n
  Matrix inverse_factor;  // n x n, lower triangle
  // Of the sites with negative precision, k of them: the R of all sites is the one above, of the
  // others, less lift lift^T. (K.12)
  Matrix lift;  // n x k
};

// Sites as the Gaussian side uses them. A = D B D with unit diagonal is written with d and t: A_ij
// = t_i K_ij t_j off the diagonal (K.2). The tilt of a site that is sharper than its prior is made
// part of its centre: counts of 1e8 have tilts of that size, which would cancel in (K.3).
struct ScaledSites {
  Vector d;               // 1 / sqrt(1 + lambda k): at most 1
  Vector t;               // sqrt(lambda) d: at most 1 / sqrt(k)
  Vector centre;          // with tilt/lambda added where lambda k > 1
  Vector tilt;            // 0 there
  double constant = 0.0;  // what that changes in the logarithm of the factors' product
};

class DensePrior {
 public:
  // K symmetric, its lower triangle is read. Throws InvalidInput for sizes that do not match.
  DensePrior(Vector mean, Matrix K);

  Eigen::Index size() const { return mean_.size(); }
  const Vector& mean() const { return mean_; }
  const Matrix& covariance() const { return K_; }

  // Precisions may be negative as long as K^-1 + Lambda is positive definite; throws
  // NumericalError where it is not, InvalidInput for a precision that is not finite.
  DensePosterior condition(const Sites& sites) const;
  // The same into q, whose memory is used again: half of a small problem's time otherwise.
  void condition(const Sites& sites, DensePosterior& q) const;

  // Throws InvalidInput for a precision that is negative or not finite.
  ScaledSites scaled(const Sites& sites) const;
  // Writes the factor of A to the lower triangle of L and returns its jitter.
  double scaled_factor(const ScaledSites& scaled, Matrix& L) const;

 private:
  void condition_without_negative(const Sites& sites, DensePosterior& q) const;

  Vector mean_;
  Matrix K_;
};

}  // namespace phigp
