// What the sites of many rows come to for q(v): all that threads, blocks and machines exchange.
// math.md (Z.2), (Z.3)
#pragma once

#include "phigp/inference/sparse/sparse_posterior.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

// The precision that counts of a site: sharper ones say no more, since rounding is larger.
double usable_precision(double precision, double prior_variance);

struct SiteSums {
  explicit SiteSums(Eigen::Index size = 0);
  void clear(Eigen::Index size);

  // Adds the rows with these columns of A and prior variances k.
  struct Memory {
    Matrix scaled;  // columns of A times the root of lambda
    Vector lambda;  // the precisions that counted
    Vector shift;
  };
  void add(const Matrix& A, const Vector& d, const Vector& k, const Vector& prior_mean,
           const Sites& sites, Memory& memory, Precision precision = Precision::full);
  void add(const SiteSums& other);
  NaturalParameters natural() const;

  Matrix P;               // sum lambda a a^T, lower triangle
  Vector b;               // sum (tilt + lambda (centre - prior mean)) a
  double constant = 0.0;  // logarithm of the sites' factors at v = 0, d averaged over
};

}  // namespace phigp
