#include "phigp/baselines/coordinates.h"

#include <Eigen/Eigenvalues>
#include <utility>

#include "phigp/inference/posterior_covariance.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

namespace {

constexpr double kLeastEigenvalue = 1e-12;  // of the largest

}  // namespace

Vector Coordinates::to_rows(const Vector& z) const {
  if (!triangular) return A * z;
  Vector u = z;
  multiply_lower(A, u);
  return u;
}

Vector Coordinates::back(const Vector& w) const {
  if (!triangular) return A.transpose() * w;
  Vector z = w;
  multiply_lower_transposed(A, z);
  return z;
}

Vector Coordinates::whiten(const Vector& u) const {
  if (!triangular) return (A.transpose() * u).cwiseQuotient(eigenvalue);
  Vector z = u;
  solve_lower(A, z);
  return z;
}

Coordinates prior_coordinates(const DensePrior& prior) {
  const Vector zero = Vector::Zero(prior.size());
  return {prior.mean(), cholesky(prior.covariance(), "prior covariance").L, true, {}, zero, zero};
}

Coordinates eigen_coordinates(const DensePrior& prior) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(prior.covariance());  // reads the lower part
  const Vector& all = solver.eigenvalues();                                // increasing
  const double least = kLeastEigenvalue * all[all.size() - 1];
  Eigen::Index first = 0;
  while (all[first] < least) ++first;
  const Vector kept = all.tail(all.size() - first);
  const Vector zero = Vector::Zero(prior.size());
  return {
      prior.mean(), solver.eigenvectors().rightCols(kept.size()) * kept.cwiseSqrt().asDiagonal(),
      false,        kept,
      zero,         zero};
}

// K^-1 = S^-1 - Lambda, so that the prior's exponent at f = m + u is that of N(0, S) at u, plus
// u^T Lambda u / 2, less alpha^T u with alpha = K^-1 (m - mean). (B.2)
Coordinates variational_coordinates(const DensePrior& prior, const Sites& sites,
                                    const DensePosterior& q) {
  Cholesky factor = cholesky(posterior_covariance(prior, sites, q), "posterior covariance");
  return {q.m,     std::move(factor.L),
          true,    {},
          q.alpha, Eigen::Map<const Vector>(sites.precision.data(), prior.size())};
}

}  // namespace phigp
