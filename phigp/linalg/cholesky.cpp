#include "phigp/linalg/cholesky.h"

#include <fmt/format.h>

#include <algorithm>
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

double cholesky_into(Matrix& L, const std::function<void(Matrix&)>& fill, const char* name,
                     double scale) {
  require(L.rows() == L.cols(), name, fmt::format("{} x {}", L.rows(), L.cols()), "must be square");
  fill(L);
  if (cholesky_in_place(L)) {
    // A positive definite matrix with infinite elements has a factor with NaN in it.
    if (L.rows() == 0 || std::isfinite(L.diagonal().sum())) return 0.0;
  }
  fill(L);
  if (!lower_is_finite(L)) throw NumericalError(name, "", "must be finite");
  scale = std::max(scale, L.diagonal().maxCoeff());
  // From rounding upwards, ten times as much until it works.
  const auto works = [&](double jitter) {
    fill(L);
    L.diagonal().array() += jitter * scale;
    return cholesky_in_place(L);
  };
  double jitter = kLeastJitter;
  while (!works(jitter)) {
    jitter *= 10.0;
    if (!(jitter <= kMostJitter) || !(scale > 0.0)) {
      throw NumericalError(name, fmt::format("largest diagonal element {}", to_text(scale)),
                           "must be positive semidefinite");
    }
  }
  return jitter;
}

Cholesky cholesky(const Matrix& A, const char* name, double scale) {
  Cholesky result;
  result.L.resize(A.rows(), A.cols());
  result.jitter = cholesky_into(result.L, [&](Matrix& L) { L = A; }, name, scale);
  return result;
}

}  // namespace phigp
