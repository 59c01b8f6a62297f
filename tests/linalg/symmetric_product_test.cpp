#include "phigp/linalg/symmetric_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/linalg/float_symmetric.h"

namespace phigp {
namespace {

// Sizes around the blocks of four, and one with many of them. The upper triangle must not be read.
TEST(SymmetricProduct, IsTheProductWithOneOrTwoVectorsInBothPrecisions) {
  for (const Eigen::Index n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 131}) {
    Matrix A(n, n);
    Matrix full(n, n);
    Matrix X(n, 2);
    for (Eigen::Index j = 0; j < n; ++j) {
      X(j, 0) = std::sin(1.0 + static_cast<double>(j));
      X(j, 1) = 2.0 + std::cos(3.0 * static_cast<double>(j));
      for (Eigen::Index i = 0; i < n; ++i) {
        const auto sum = static_cast<double>(i + j);
        full(i, j) = std::cos(0.7 * sum) + static_cast<double>(i * j);
        A(i, j) = i >= j ? full(i, j) : std::numeric_limits<double>::quiet_NaN();
      }
    }
    const Matrix expected = full * X;
    const double size = full.cwiseAbs().rowwise().sum().maxCoeff() * X.cwiseAbs().maxCoeff();
    for (const Eigen::Index columns : {1, 2}) {
      Matrix Y = Matrix::Constant(3, 3, 5.0);  // what was there does not matter
      multiply_symmetric(A, X.leftCols(columns), Y);
      ASSERT_EQ(Y.rows(), n);
      ASSERT_EQ(Y.cols(), columns);
      EXPECT_LT((Y - expected.leftCols(columns)).cwiseAbs().maxCoeff(), 1e-14 * size) << n;
      FloatSymmetric(full).multiply(X.leftCols(columns), Y);
      ASSERT_EQ(Y.rows(), n);
      ASSERT_EQ(Y.cols(), columns);
      EXPECT_LT((Y - expected.leftCols(columns)).cwiseAbs().maxCoeff(), 1e-6 * size) << n;
    }
  }
}

// Units far outside the range of single precision.
TEST(FloatSymmetric, TakesAnyUnit) {
  const Matrix A = (Matrix(2, 2) << 2.0, 1.0, 1.0, 3.0).finished();
  const Matrix X = (Matrix(2, 2) << 1.0, -2.0, 4.0, 0.5).finished();
  for (const double unit : {1e-120, 1e-46, 1.0, 1e60, 1e150}) {
    Matrix Y;
    FloatSymmetric(unit * A).multiply(X * unit, Y);
    EXPECT_LT((Y / unit / unit - A * X).cwiseAbs().maxCoeff(), 1e-5) << unit;
  }
  Matrix Y;
  FloatSymmetric(Matrix::Zero(3, 3)).multiply(Matrix::Zero(3, 1), Y);
  EXPECT_EQ(Y, Matrix::Zero(3, 1));
}

}  // namespace
}  // namespace phigp
