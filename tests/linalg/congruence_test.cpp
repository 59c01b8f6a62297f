#include "phigp/linalg/congruence.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "phigp/base/random.h"
#include "phigp/linalg/blas.h"

namespace phigp::test {
namespace {

Matrix normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t index) {
  Stream stream({11, Purpose::test, 0, index});
  Matrix A(rows, columns);
  for (double& x : A.reshaped()) x = stream.normal();
  return A;
}

// The factor of a matrix with eigenvalues around its size, and nonsense above the diagonal.
Matrix factor_of_size(Eigen::Index size) {
  const Matrix G = normal_matrix(size, size, 1);
  Matrix K = G * G.transpose();
  K.diagonal().array() += static_cast<double>(size);
  const Matrix lower = K.llt().matrixL();
  Matrix L = Matrix::Constant(size, size, 1e3);
  L.triangularView<Eigen::Lower>() = lower;
  return L;
}

Matrix lower_of(const Matrix& A) { return A.triangularView<Eigen::Lower>(); }

void expect_close(const Matrix& got, const Matrix& wanted, const char* what) {
  ASSERT_EQ(got.rows(), wanted.rows()) << what;
  EXPECT_LT((got - wanted).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + wanted.cwiseAbs().maxCoeff()))
      << what << " of " << got.rows() << " rows";
}

// Every way a size can be cut: whole registers and not, one block and several.
constexpr Eigen::Index kSizes[] = {1, 3, 31, 32, 33, 47, 64, 65, 100, 129, 201};

TEST(TriangularSolve, IsEigensForAnyNumberOfRowsAndColumns) {
  for (const Eigen::Index size : kSizes) {
    const Matrix L = factor_of_size(size);
    const auto triangle = L.triangularView<Eigen::Lower>();
    for (const Eigen::Index columns : {1, 15, 16, 17, 40}) {
      const Matrix X = normal_matrix(size, columns, 2);
      Matrix got = X;
      solve_lower(L, got);
      expect_close(got, triangle.solve(X), "L^-1 X");
      got = X;
      solve_lower_transposed(L, got);
      expect_close(got, triangle.transpose().solve(X), "L^-T X");
    }
  }
}

TEST(TriangularSolve, AColumnOfASmallOneDoesNotDependOnItsNeighbours) {
  const Matrix L = factor_of_size(30);  // beyond 32 rows the BLAS has a part in it
  const Matrix X = normal_matrix(30, 41, 3);
  Matrix all = X;
  solve_lower(L, all);
  Matrix some = X.rightCols(20);
  solve_lower(L, some);
  EXPECT_EQ(some, all.rightCols(20));
}

// Kernel matrices of smooth functions: the solution is right to what the factor allows.
TEST(TriangularSolve, KeepsTheResidualSmallWhereTheFactorIsNearlySingular) {
  constexpr Eigen::Index kSize = 150;
  Matrix K(kSize, kSize);
  for (Eigen::Index i = 0; i < kSize; ++i) {
    for (Eigen::Index j = 0; j < kSize; ++j) {
      const double apart = static_cast<double>(i - j) / 50.0;
      K(i, j) = std::exp(-0.5 * apart * apart) + (i == j ? 1e-10 : 0.0);
    }
  }
  Matrix L = K;
  ASSERT_TRUE(cholesky_in_place(L));
  Matrix A = K;
  solve_lower(L, A);
  EXPECT_LT((L.triangularView<Eigen::Lower>() * A - K).cwiseAbs().maxCoeff(), 1e-14);
  solve_lower_transposed(L, A);
  // Rounding times the condition number, 150 / 1e-10; the BLAS is off by 1.4e-5 here.
  EXPECT_LT((A - Matrix::Identity(kSize, kSize)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Congruence, BothSidesAreWhatTheProductsGive) {
  for (const Eigen::Index size : kSizes) {
    const Matrix L = factor_of_size(size);
    const Matrix triangle = lower_of(L);
    const Matrix half = normal_matrix(size, size, 4);
    const Matrix A = half + half.transpose();
    Matrix got = Matrix::Constant(size, size, 1e3);
    got.triangularView<Eigen::Lower>() = A;
    multiply_both_sides(L, got);
    expect_close(lower_of(got), lower_of(triangle.transpose() * A * triangle), "L^T A L");
    if (size > 1) {
      EXPECT_EQ(got(0, size - 1), 1e3) << "above the diagonal";
    }
    const Matrix inverse = triangle.inverse();
    got.triangularView<Eigen::Lower>() = A;
    solve_both_sides(L, got);
    expect_close(lower_of(got), lower_of(inverse.transpose() * A * inverse), "L^-T A L^-1");
    got = triangle.transpose();
    got.triangularView<Eigen::StrictlyUpper>().setZero();
    Matrix wanted = got;
    solve_lower_for_triangle(L, got);
    expect_close(got, inverse * wanted, "L^-1 X");
    EXPECT_EQ(got, lower_of(got));
    const Matrix B = normal_matrix(size, 7, 5);
    const Matrix C = normal_matrix(size, 7, 6);
    got = A;
    add_symmetric_product(0.5, B, C, got);
    wanted = A + 0.5 * (B * C.transpose() + C * B.transpose());
    expect_close(lower_of(got), lower_of(wanted), "C + (A B^T + B A^T)/2");
  }
}

}  // namespace
}  // namespace phigp::test
