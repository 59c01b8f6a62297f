// Systems with the precision matrix of f given sites, K^-1 + Lambda = S^-1 + (Lambda - Lambda_0),
// where S = (K^-1 + Lambda_0)^-1 is at hand: conjugate gradients preconditioned by S need one
// product with S per iteration and a handful of iterations, whatever the number of rows. Sites far
// sharper than their mean go into the preconditioner exactly. The iterations read S in single
// precision, which halves their time; residuals in double precision decide when to stop. math.md
// (K.8)
#pragma once

#include <optional>
#include <vector>

#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/cholesky.h"
#include "phigp/linalg/float_symmetric.h"

namespace phigp {

// S in both precisions, and what it belongs to.
struct SolverBase {
  SolverBase(Matrix covariance, Vector precision);

  Matrix S;  // both triangles
  FloatSymmetric rounded;
  Vector precision;    // Lambda_0
  double largest_row;  // sum of |S_ij| over a row: at least the largest eigenvalue of S
};

class SiteSolver {
 public:
  SiteSolver(const SolverBase& base, const Sites& sites);  // base is kept by reference

  // X = (K^-1 + Lambda)^-1 B for one or two right-hand sides: two share their products with S.
  // `tolerance`: root mean square error in standard deviations of f. Returns the number of
  // iterations, or nothing where a factorisation is the better way.
  std::optional<int> solve(const Matrix& B, double tolerance, Matrix& X) const;

 private:
  void precondition(const Matrix& R, Matrix& Z) const;  // Z = M^-1 R
  // Adds (M + D)^-1 R to X and S^-1 of that to U, until `size`, R^T M^-1 R, is `enough`; leaves in
  // R what the recurrence says of the residual.
  std::optional<int> iterate(Matrix& R, double enough, Matrix& X, Matrix& U, Vector& size) const;

  // X = S U in double precision; U at the sharp sites is chosen first, such that their equations
  // hold: a rounding error there would be multiplied by their precision.
  void solution_of(const Matrix& B, Matrix& U, Matrix& X) const;

  const SolverBase& base_;
  Vector excess_;  // Lambda - Lambda_0
  // M = S^-1 + E_J D_J E_J^T over the sharp sites J, applied inversely by Woodbury's identity.
  std::vector<Eigen::Index> sharp_;  // J
  Vector left_;                      // what M leaves of the excess to the iterations
  Matrix columns_;                   // S_J, n x |J|
  Matrix inner_;                     // Cholesky factor of D_J^-1 + S_JJ
  bool usable_ = true;
};

}  // namespace phigp
