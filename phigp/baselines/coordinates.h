// The coordinates in which the baselines walk: f = centre + A z, chosen such that the posterior of
// z is near a standard normal law, or at least its prior is one. In all of them
//   log p(z | y) = -z^T z / 2 + sum_i [log p(y_i | f_i) - alpha_i u_i + lambda_i u_i^2 / 2],  u = A
//   z,
// up to a constant; alpha and lambda undo what the choice of centre and A has put into z^T z.
// math.md (B.1), (B.2)
#pragma once

#include "phigp/inference/coordinate_ascent.h"

namespace phigp {

struct Coordinates {
  Vector centre;      // n
  Matrix A;           // n x r
  bool triangular;    // A is n x n, only its lower triangle is meant
  Vector eigenvalue;  // r, of K, where A = V D^1/2; empty otherwise
  Vector alpha;       // n
  Vector lambda;      // n

  Eigen::Index size() const { return A.cols(); }  // of z
  Vector to_rows(const Vector& z) const;          // A z
  Vector back(const Vector& w) const;             // A^T w
  Vector whiten(const Vector& u) const;           // the z whose A z is u, or comes nearest
};

// A A^T = K by Cholesky: the prior of z is standard normal.
Coordinates prior_coordinates(const DensePrior& prior);

// The same by eigenvectors: directions of which the data say much come apart from those of which
// they say nothing, so that one scale for each of them helps. Eigenvalues below 1e-12 of the
// largest are left out, as the sampler of few dimensions does (K.10).
Coordinates eigen_coordinates(const DensePrior& prior);

// centre = m, A A^T = S of q(f) = N(m, S), which is prior.condition(sites).
Coordinates variational_coordinates(const DensePrior& prior, const Sites& sites,
                                    const DensePosterior& q);

}  // namespace phigp
