#include "phigp/inference/sparse/site_sums.h"

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

// Beyond this multiple of 1/k a site says no more than it: rounding is larger.
constexpr double kSharpestSite = 1e14;

}  // namespace

double usable_precision(double precision, double prior_variance) {
  return prior_variance > 0.0 ? std::min(precision, kSharpestSite / prior_variance) : 0.0;
}

SiteSums::SiteSums(Eigen::Index size) { clear(size); }

void SiteSums::clear(Eigen::Index size) {
  P.setZero(size, size);
  b.setZero(size);
  constant = 0.0;
}

void SiteSums::add(const Matrix& A, const Vector& d, const Vector& k, const Vector& prior_mean,
                   const Sites& sites, Memory& memory, Precision precision) {
  const Eigen::Index n = A.cols();
  memory.scaled.resize(A.rows(), n);
  memory.lambda.resize(n);
  memory.shift.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double lambda = usable_precision(sites.precision[at], k[i]);
    const double distance = sites.centre[at] - prior_mean[i];
    memory.lambda[i] = lambda;
    memory.shift[i] = sites.tilt[at] + lambda * distance;
    constant -= sites.tilt[at] * distance + 0.5 * lambda * (distance * distance + d[i]);
    memory.scaled.col(i) = std::sqrt(lambda) * A.col(i);
  }
  add_gram_of_rows(memory.scaled, P, precision);
  b.noalias() += A * memory.shift;
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
