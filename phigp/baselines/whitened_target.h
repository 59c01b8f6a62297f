// The posterior of z (coordinates.h) as a function with a gradient: what every baseline sampler
// asks, and nothing else does. As fast as the parts allow, since a slow opponent is no opponent:
// terms are worked out once, phi is evaluated on arrays.
#pragma once

#include "phigp/baselines/coordinates.h"
#include "phigp/likelihoods/likelihood.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

// One per chain: it owns the memory for intermediate results.
class WhitenedTarget {
 public:
  // All are kept by reference.
  WhitenedTarget(const Coordinates& coordinates, const Likelihood& likelihood,
                 const Observations& observed);

  Eigen::Index size() const { return coordinates_.size(); }
  const Coordinates& coordinates() const { return coordinates_; }

  // log p(z | y) up to a constant; -infinity where it cannot be computed. (B.1)
  double log_density(const Vector& z);
  // With u = A z, which a caller that keeps z would otherwise work out again.
  double log_density(const Vector& z, Vector& gradient, Vector& u);
  // The same without -z^T z / 2, as a function of u = A z: what elliptical slices look at.
  double residual(const Vector& u);

  long evaluations() const { return evaluations_; }  // of p(y | f), with or without gradient

 private:
  double residual(const Vector& u, Vector* slope);

  const Coordinates& coordinates_;
  const Likelihood& likelihood_;
  const Observations& observed_;
  std::vector<double> r_;
  std::vector<double> log_phi_;
  std::vector<double> omega_;
  Vector slope_;
  long evaluations_ = 0;
};

}  // namespace phigp
