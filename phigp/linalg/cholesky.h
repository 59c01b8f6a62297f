// The Cholesky factor of a symmetric matrix that is positive definite but for rounding. When the
// plain factorisation fails, the diagonal is raised, as little as works, and the amount is part of
// the result. math.md (K.1)
#pragma once

#include <functional>

#include "phigp/base/matrix.h"

namespace phigp {

struct Cholesky {
  Matrix L;             // lower triangle; above the diagonal anything
  double jitter = 0.0;  // was added to the diagonal: relative to the scale

  double log_determinant() const;  // of L L^T
};

// Reads the lower triangle of A. The scale is the largest element of its diagonal, or what is
// stated where that is larger: a difference of matrices has the rounding errors of these, however
// small it is itself. Throws NumericalError(name) for values that are not finite, and when a jitter
// of 1e-2 is not enough: then A is no covariance, whatever the rounding.
Cholesky cholesky(const Matrix& A, const char* name, double scale = 0.0);

// The same into the memory of L, for a matrix that is not kept: `fill` writes its lower triangle
// and is called again for each attempt. Returns the jitter.
double cholesky_into(Matrix& L, const std::function<void(Matrix&)>& fill, const char* name,
                     double scale = 0.0);

}  // namespace phigp
