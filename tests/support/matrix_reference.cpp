#include "tests/support/matrix_reference.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace phigp::test {

Matrix inverse_of(const Matrix& A) { return A.inverse(); }

double determinant_of(const Matrix& A) { return A.determinant(); }

Matrix lower_factor_of(const Matrix& A) { return A.llt().matrixL(); }

Matrix solve_definite(const Matrix& A, const Matrix& B) { return A.llt().solve(B); }

double least_eigenvalue_of(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

}  // namespace phigp::test
