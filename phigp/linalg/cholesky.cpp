#include "phigp/linalg/cholesky.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr double kLeastJitter = 4.0 * std::numeric_limits<double>::epsilon();
constexpr double kMostJitter = 1e-2;

bool lower_is_finite(const Matrix& A) {
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (!A.col(j).tail(A.rows() - j).allFinite()) return false;
  }
  return true;
}

}  // namespace

double Cholesky::log_determinant() const { return 2.0 * L.diagonal().array().log().sum(); }

Cholesky cholesky(Matrix A, const char* name) {
  require(A.rows() == A.cols(), name, fmt::format("{} x {}", A.rows(), A.cols()), "must be square");
  Cholesky result;
  result.L = A;
  if (cholesky_in_place(result.L)) {
    // A positive definite matrix with infinite elements has a factor with NaN in it.
    if (A.rows() == 0 || std::isfinite(result.L.diagonal().sum())) return result;
  }
  if (!lower_is_finite(A)) throw NumericalError(name, "", "must be finite");
  const double scale = A.diagonal().maxCoeff();
  const Vector diagonal = A.diagonal();
  // From rounding upwards, ten times as much until it works.
  const auto works = [&](double jitter) {
    A.diagonal() = diagonal.array() + jitter * scale;
    result.L = A;
    return cholesky_in_place(result.L);
  };
  double jitter = kLeastJitter;
  while (!works(jitter)) {
    jitter *= 10.0;
    if (!(jitter <= kMostJitter) || !(scale > 0.0)) {
      throw NumericalError(name, fmt::format("largest diagonal element {}", to_text(scale)),
                           "must be positive semidefinite");
    }
  }
  result.jitter = jitter;
  return result;
}

}  // namespace phigp
