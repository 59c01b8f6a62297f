#include "phigp/linalg/cholesky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {
namespace {

Matrix lower(Matrix L) { return L.triangularView<Eigen::Lower>(); }

TEST(Cholesky, OfAPositiveDefiniteMatrixNeedsNoJitter) {
  Matrix A(3, 3);
  A << 4, 2, -1, 2, 5, 0.5, -1, 0.5, 3;
  const Cholesky c = cholesky(A, "A");
  EXPECT_EQ(c.jitter, 0.0);
  EXPECT_LT((lower(c.L) * lower(c.L).transpose() - A).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_NEAR(c.log_determinant(), std::log(4 * (15 - 0.25) - 2 * (6 + 0.5) - (1 + 5)), 1e-14);
}

TEST(Cholesky, OfASingularMatrixReportsAJitterOfTheSizeOfRounding) {
  const Matrix A = Matrix::Constant(50, 50, 3.0);
  const Cholesky c = cholesky(A, "A");
  EXPECT_GT(c.jitter, 0.0);
  EXPECT_LT(c.jitter, 1e-12);
  EXPECT_LT((lower(c.L) * lower(c.L).transpose() - A).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Cholesky, RefusesWhatIsNoCovariance) {
  Matrix A = Matrix::Identity(3, 3);
  A(2, 2) = -1.0;
  EXPECT_THROW(cholesky(A, "A"), NumericalError);
  A(2, 2) = std::nan("");
  EXPECT_THROW(cholesky(A, "A"), NumericalError);
  A(2, 2) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(cholesky(A, "A"), NumericalError);
  EXPECT_THROW(cholesky(-Matrix::Identity(2, 2), "A"), NumericalError);
  EXPECT_THROW(cholesky(Matrix::Zero(2, 3), "A"), InvalidInput);
}

TEST(Cholesky, OfAnEmptyMatrixIsEmpty) {
  EXPECT_EQ(cholesky(Matrix(0, 0), "A").log_determinant(), 0.0);
}

TEST(Blas, AgreesWithPlainArithmeticOnTheLowerTriangle) {
  const Eigen::Index n = 37;
  Matrix A = Matrix::Random(n, n);
  const Matrix symmetric = Matrix(A * A.transpose()) + Matrix::Identity(n, n);
  Matrix spoiled = symmetric;  // nothing above the diagonal may be read
  spoiled.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  const Vector x = Vector::Random(n);
  Vector y;
  multiply_symmetric(spoiled, x, y);
  EXPECT_LT((y - symmetric * x).cwiseAbs().maxCoeff(), 1e-12);
  Matrix L = spoiled;
  ASSERT_TRUE(cholesky_in_place(L));
  const Matrix factor = lower(L);
  Vector z = x;
  multiply_lower(L, z);
  EXPECT_LT((z - factor * x).cwiseAbs().maxCoeff(), 1e-13);
  solve_lower(L, z);
  EXPECT_LT((z - x).cwiseAbs().maxCoeff(), 1e-12);
  multiply_lower_transposed(L, z);
  EXPECT_LT((z - factor.transpose() * x).cwiseAbs().maxCoeff(), 1e-12);
  solve_lower_transposed(L, z);
  EXPECT_LT((z - x).cwiseAbs().maxCoeff(), 1e-12);
  Matrix Y = A;
  multiply_lower(L, Y);
  EXPECT_LT((Y - factor * A).cwiseAbs().maxCoeff(), 1e-12);
  solve_lower(L, Y);
  EXPECT_LT((Y - A).cwiseAbs().maxCoeff(), 1e-11);
  multiply_lower_transposed(L, Y);
  EXPECT_LT((Y - factor.transpose() * A).cwiseAbs().maxCoeff(), 1e-11);
  Matrix flat = A.topRows(5);
  solve_lower_transposed_from_right(L, flat);
  EXPECT_LT((flat * factor.transpose() - A.topRows(5)).cwiseAbs().maxCoeff(), 1e-11);
  multiply_symmetric_by_many(spoiled, Matrix(A.leftCols(5)), Y);
  EXPECT_LT((Y - symmetric * A.leftCols(5)).cwiseAbs().maxCoeff(), 1e-11);
  Matrix inverse = L;
  invert_triangle(inverse);
  multiply_by_own_transpose(inverse);
  mirror_lower(inverse);
  EXPECT_LT((inverse * symmetric - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-10);
}

// What is left of a covariance of scale 1 when all is known: errors of either sign.
TEST(Cholesky, OfADifferenceAllowsForTheErrorsOfItsTerms) {
  Matrix A = Matrix::Zero(3, 3);
  A.diagonal() << 2e-9, -1e-9, 0.0;
  EXPECT_THROW(cholesky(A, "A"), NumericalError);
  const Cholesky found = cholesky(A, "A", 1.0);
  EXPECT_GE(found.jitter, 1e-9);
  EXPECT_LE(found.jitter, 1e-8);
  EXPECT_NEAR(found.L(0, 0) * found.L(0, 0), 2e-9 + found.jitter, 1e-20);
}

}  // namespace
}  // namespace phigp
