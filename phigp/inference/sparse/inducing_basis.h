// f through M inducing inputs Z, whitened: u = f(Z) = L v with v ~ N(0, I), and f_i given v has
// mean a_i^T v and variance d_i. Everything sparse is written in v. math.md (Z.1)
#pragma once

#include "phigp/kernels/kernel.h"
#include "phigp/linalg/precision.h"

namespace phigp {

class InducingBasis {
 public:
  // The diagonal of k(Z, Z) is raised by kLeastJitter of its largest element, by more only where
  // that is needed: u is then f(Z) with that much noise, a choice of what to condition on and no
  // error. White noise of the kernel belongs to f, not to u. Throws InvalidInput without inputs.
  InducingBasis(KernelPtr kernel, Points Z, Precision precision = Precision::full);

  // Small against any noise, large against rounding in matrices of some thousand rows.
  static constexpr double kLeastJitter = 1e-10;

  Eigen::Index size() const { return Z_.rows(); }
  const Points& inputs() const { return Z_; }
  const Kernel& kernel() const { return *kernel_; }
  const Matrix& factor() const { return L_; }         // lower triangle
  double jitter() const { return jitter_; }           // relative
  Precision precision() const { return precision_; }  // of products with many columns

  // A = (a_1 … a_n) = L^-1 k(Z, X), M x n, and d_i = k(x_i, x_i) - a_i^T a_i; the second also
  // k_i = k(x_i, x_i).
  void project(const Points& X, Matrix& A, Vector& d) const;
  void project(const Points& X, Matrix& A, Vector& d, Vector& k) const;
  // Likewise, with k(Z, X) on a tape for its contraction, and in K where that is wanted.
  void project(const Points& X, Matrix& A, Vector& d, Vector& k, std::unique_ptr<KernelTape>& tape,
               Matrix* K = nullptr) const;

  // out[p] += sum_ij G_ij d k(Z, Z)_ij / d log theta_p, the jitter's part included: where k(Z, Z)
  // is nearly singular the bound depends on it.
  void contract_covariance(const Matrix& G, std::span<double> out) const;
  // out(j, c) += sum_ij G_ij d k(Z, Z)_ij / d z_jc, likewise. Inputs repeat in both places.
  void contract_inputs(const Matrix& G, Points& out) const;

 private:
  void project_known(const Points& X, Matrix& A, Vector& d, Vector& k) const;  // A: k(Z, X)

  KernelPtr kernel_;
  Points Z_;
  Eigen::Index largest_ = 0;  // input whose variance the jitter is relative to
  Matrix L_;
  double jitter_ = kLeastJitter;
  Precision precision_;
};

}  // namespace phigp
