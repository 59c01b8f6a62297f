#include "phigp/linalg/precision.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/random.h"
#include "phigp/linalg/blas.h"

namespace phigp::test {
namespace {

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t index) {
  Stream stream({7, Purpose::test, 0, index});
  Matrix A(rows, columns);
  for (double& x : A.reshaped()) x = stream.normal();
  return A;
}

// A factor with a condition number of some tens; nonsense above the diagonal, which nobody reads.
Matrix random_factor(Eigen::Index size) {
  Matrix L = 0.2 * random_matrix(size, size, 3) / std::sqrt(static_cast<double>(size));
  L.diagonal().array() += 1.0;
  L.triangularView<Eigen::StrictlyUpper>().setConstant(1e3);
  return L;
}

double largest(const Matrix& A) { return A.cwiseAbs().maxCoeff(); }

TEST(Precision, SingleIsDoubleToSevenDigitsAndNotMore) {
  const Matrix L = random_factor(60);
  const Matrix X = random_matrix(60, 90, 1);
  const auto compare = [](const char* what, const Matrix& full, const Matrix& single) {
    const double error = largest(full - single) / largest(full);
    EXPECT_LT(error, 3e-6) << what;
    EXPECT_GT(error, 1e-9) << what << " was not computed in single precision";
  };
  for (const bool transposed : {false, true}) {
    Matrix full = X;
    Matrix single = X;
    if (transposed) {
      solve_lower_transposed(L, full, Precision::full);
      solve_lower_transposed(L, single, Precision::single);
    } else {
      solve_lower(L, full, Precision::full);
      solve_lower(L, single, Precision::single);
    }
    compare(transposed ? "L^-T X" : "L^-1 X", full, single);
  }
  Matrix full = random_matrix(60, 60, 2);
  Matrix single = full;
  add_gram_of_rows(X, full, Precision::full);
  add_gram_of_rows(X, single, Precision::single);
  compare("C + A A^T", full.triangularView<Eigen::Lower>(), single.triangularView<Eigen::Lower>());
  EXPECT_EQ(Matrix(full.triangularView<Eigen::StrictlyUpper>()),
            Matrix(single.triangularView<Eigen::StrictlyUpper>()));
  const Matrix B = random_matrix(40, 60, 4);
  multiply(B, X, full, Precision::full);
  multiply(B, X, single, Precision::single);
  ASSERT_EQ(single.rows(), 40);
  ASSERT_EQ(single.cols(), 90);
  compare("A B", full, single);
}

// What is large in the sum is not rounded with the block that is added to it.
TEST(Precision, SumsOverBlocksAreDouble) {
  Matrix C = Matrix::Constant(3, 3, 1e9);
  const Matrix A = Matrix::Constant(3, 4, 0.25);
  for (int block = 0; block < 100; ++block) add_gram_of_rows(A, C, Precision::single);
  EXPECT_EQ(C(2, 0), 1e9 + 25.0);
}

TEST(Precision, EmptyMatricesAreFine) {
  const Matrix L(0, 0);
  Matrix X(0, 5);
  solve_lower(L, X, Precision::single);
  Matrix C(0, 0);
  add_gram_of_rows(X, C, Precision::single);
  EXPECT_EQ(X.cols(), 5);
}

}  // namespace
}  // namespace phigp::test
