#include "phigp/inference/sparse/site_sums.h"

#include <algorithm>
#include <cmath>

#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// Beyond this multiple of 1/k a site says no more than it: rounding is larger.
constexpr double kSharpest = 1e14;

}  // namespace

double usable_precision(double precision, double prior_variance) {
  return prior_variance > 0.0 ? std::min(precision, kSharpest / prior_variance) : 0.0;
}

SiteSums::SiteSums(Eigen::Index size) : P(Matrix::Zero(size, size)), b(Vector::Zero(size)) {}

void SiteSums::add(const Matrix& A, const Vector& d, const Vector& prior_mean, const Sites& sites,
                   Matrix& scratch) {
  const Eigen::Index n = A.cols();
  scratch.resize(A.rows(), n);
  Vector shift(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double variance = d[i] + A.col(i).squaredNorm();
    const double lambda = usable_precision(sites.precision[at], variance);
    const double distance = sites.centre[at] - prior_mean[i];
    shift[i] = sites.tilt[at] + lambda * distance;
    constant -= sites.tilt[at] * distance + 0.5 * lambda * (distance * distance + d[i]);
    scratch.col(i) = std::sqrt(lambda) * A.col(i);
  }
  add_gram_of_rows(scratch, P);
  b.noalias() += A * shift;
}

void SiteSums::add(const SiteSums& other) {
  P += other.P;
  b += other.b;
  constant += other.constant;
}

NaturalParameters SiteSums::natural() const {
  NaturalParameters natural{P, b};
  natural.P.diagonal().array() += 1.0;
  return natural;
}

}  // namespace phigp
