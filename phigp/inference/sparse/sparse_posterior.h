// q(v) = N(P^-1 b, P^-1) in natural parameters: P = I + sum_i lambda_i a_i a_i^T is positive
// definite whatever the sites and step sizes. math.md (Z.2)
#pragma once

#include <span>

#include "phigp/base/matrix.h"
#include "phigp/linalg/precision.h"

namespace phigp {

struct NaturalParameters {
  Matrix P;  // M x M, lower triangle
  Vector b;  // M

  static NaturalParameters of_prior(Eigen::Index size);
  // As if every row counted `times` as often.
  void scale_data(double times);
  // (1 - step) of this and `step` of the other.
  void move_towards(const NaturalParameters& other, double step);
};

class SparsePosterior {
 public:
  explicit SparsePosterior(NaturalParameters natural);
  void set(const NaturalParameters& natural);  // another, in the same memory

  Eigen::Index size() const { return natural_.b.size(); }
  const NaturalParameters& natural() const { return natural_; }
  const Vector& mean() const { return mean_; }             // mu = P^-1 b
  const Matrix& factor() const { return factor_; }         // of P, lower triangle
  double log_determinant() const { return log_det_; }      // of P
  double kl() const { return kl_; }                        // KL[q(v) || N(0, I)]
  double fitted() const { return natural_.b.dot(mean_); }  // b^T P^-1 b
  double jitter() const { return jitter_; }
  void covariance(Matrix& S) const;  // P^-1, both triangles

  // q(f_i) from A and d of InducingBasis::project and the prior mean of f_i. A is used up.
  void marginals(Matrix& A, const Vector& d, const Vector& prior_mean, Vector& m, Vector& v,
                 Precision precision = Precision::full) const;
  // a^T S a, where a^T (I - S) a is at hand: by the difference, or anew where that has lost its
  // digits, as it has without noise.
  double spread(const Eigen::Ref<const Vector>& a, double taken,
                Precision precision = Precision::full) const;

 private:
  void factorise();

  NaturalParameters natural_;
  Matrix factor_;
  Matrix inverse_factor_;
  Vector mean_;
  double log_det_ = 0.0;
  double kl_ = 0.0;
  double jitter_ = 0.0;  // of the factor: 0 unless P is no precision
};

}  // namespace phigp
