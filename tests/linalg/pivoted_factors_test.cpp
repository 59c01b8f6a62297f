#include "phigp/linalg/pivoted_factors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace phigp {
namespace {

Matrix smooth(Eigen::Index n) {
  Matrix A(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      A(i, j) = std::exp(-0.5 * std::pow(0.1 * static_cast<double>(i - j), 2));
  }
  return A;
}

TEST(SemidefiniteFactor, GivesTheMatrixBackFromFewColumns) {
  const Matrix A = smooth(90);
  const Matrix W = semidefinite_factor(A, 1e-15);
  EXPECT_LT(W.cols(), 40);
  EXPECT_LT((W * W.transpose() - A).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(SemidefiniteFactor, TakesWhatIsEmptyOrZero) {
  EXPECT_EQ(semidefinite_factor(Matrix(0, 0), 1e-15).size(), 0);
  EXPECT_EQ(semidefinite_factor(Matrix::Zero(3, 3), 1e-15).cols(), 0);
}

TEST(PivotedQr, SolvesLeastSquares) {
  Matrix X(4, 2);
  X << 5.0, 1.0, 2.0, -3.0, 1.0, 0.0, 0.0, 1.0;
  Vector b(4);
  b << 1.0, 2.0, 0.5, -1.0;
  const Matrix P = X.transpose() * X;
  const PivotedQr qr(X);
  const Vector x = qr.solve(qr.project(b));
  EXPECT_LT((P * x - X.transpose() * b).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_NEAR(qr.log_determinant(), std::log(P(0, 0) * P(1, 1) - P(1, 0) * P(0, 1)), 1e-14);
  Matrix Y = Matrix::Identity(2, 2);
  qr.solve_transposed(Y);
  EXPECT_LT((Y.transpose() * Y * P - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-13);
}

// P = I + x x^T has the inverse I - x x^T/(1 + x^T x): where x is 2^27 long, P rounded is x x^T and
// knows nothing of the direction across, along which its inverse is 1.
TEST(PivotedQr, SeesOnesBesideARowOf1e8) {
  const double a = std::ldexp(1.0, 27);
  Matrix X(3, 2);
  X << a, a + 1.0, 1.0, 0.0, 0.0, 1.0;
  const PivotedQr qr(X);
  Matrix across(2, 1);
  across << 1.0, -1.0;
  qr.solve_transposed(across);
  EXPECT_NEAR(across.squaredNorm(), 2.0, 1e-7);
  EXPECT_NEAR(qr.log_determinant(), std::log(2.0) + 54.0 * std::log(2.0), 1e-7);
}

}  // namespace
}  // namespace phigp
