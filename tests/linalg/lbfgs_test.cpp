#include "phigp/linalg/lbfgs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/random.h"

namespace phigp {
namespace {

// With exact line searches on a quadratic of n variables it ends after n steps.
TEST(Lbfgs, MinimisesAQuadraticInAsManyStepsAsItHasVariables) {
  const Eigen::Index n = 6;
  Vector curvature(n);
  for (Eigen::Index i = 0; i < n; ++i) curvature[i] = std::pow(10.0, static_cast<double>(i) - 2.0);
  Lbfgs memory;
  Vector x = Vector::Ones(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Vector gradient = curvature.array() * x.array();
    const Vector d = memory.descent(gradient);
    ASSERT_LT(gradient.dot(d), 0.0);
    const double step = -gradient.dot(d) / d.dot(Vector(curvature.array() * d.array()));
    const Vector moved = step * d;
    memory.learn(moved, curvature.array() * moved.array());
    x += moved;
  }
  EXPECT_LT(x.cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Lbfgs, IgnoresStepsAlongWhichTheFunctionIsNotConvex) {
  Lbfgs memory;
  const Vector step = Vector::Ones(2);
  memory.learn(step, -step);
  memory.learn(step, Vector::Zero(2));
  const Vector gradient = Vector::LinSpaced(2, 1.0, 2.0);
  EXPECT_EQ(memory.descent(gradient), -gradient);
}

// Steps of -gradient times the squares of the units, which make the function look the same in every
// direction.
TEST(Lbfgs, TakesItsFirstStepInTheUnitsOfTheVariables) {
  Lbfgs memory;
  memory.measure_in(Eigen::Vector3d(1.0, 10.0, 0.1));
  const Eigen::Vector3d gradient(2.0, -0.3, 50.0);
  EXPECT_LT((memory.descent(gradient) - Eigen::Vector3d(-2.0, 30.0, -0.5)).norm(), 1e-14);
}

// Whatever the units: those of others only change where it starts.
TEST(Lbfgs, InUnitsMinimisesAQuadraticToo) {
  const Vector curvature = Eigen::Vector4d(0.01, 1.0, 300.0, 5.0);
  Lbfgs memory;
  memory.measure_in(Eigen::Vector4d(3.0, 0.2, 1.0, 1.0));
  Vector x = Vector::Ones(4);
  for (int k = 0; k < 4; ++k) {
    const Vector gradient = curvature.array() * x.array();
    const Vector d = memory.descent(gradient);
    ASSERT_LT(gradient.dot(d), 0.0);
    const double step = -gradient.dot(d) / d.dot(Vector(curvature.array() * d.array()));
    memory.learn(step * d, step * curvature.array() * d.array());
    x += step * d;
  }
  EXPECT_LT(x.cwiseAbs().maxCoeff(), 1e-8);
}

// D = (1, 4) and a step (1, 1) whose slope changes by (3, 1): D is brought to s^T y / y^T D y times
// itself, 4/13 (1, 4), and then 1/D_i to 1/D_i + y_i^2/4 - s_i^2/(D_i^2 sum s^2/D).
TEST(Lbfgs, LearnsADiagonalByTheUpdateOfItsInverse) {
  Lbfgs memory;
  memory.measure_in(Eigen::Vector2d(1.0, 2.0));
  memory.learn(Eigen::Vector2d(1.0, 1.0), Eigen::Vector2d(3.0, 1.0));
  memory.forget();
  const double a = 13.0 / 4.0;
  const double b = 13.0 / 16.0;
  const Eigen::Vector2d H(a + 9.0 / 4.0 - a * a / (a + b), b + 1.0 / 4.0 - b * b / (a + b));
  EXPECT_LT((memory.descent(-Vector::Ones(2)) - H.cwiseInverse()).norm(), 1e-14);
  // New units: what was learned stays, on top of them.
  memory.measure_in(Eigen::Vector2d(3.0, 2.0));
  const Eigen::Vector2d again(9.0 / H[0], 1.0 / H[1]);
  EXPECT_LT((memory.descent(-Vector::Ones(2)) - again).norm(), 1e-13);
  memory.forget_scales();
  EXPECT_LT((memory.descent(-Vector::Ones(2)) - Eigen::Vector2d(9.0, 4.0)).norm(), 1e-14);
}

// Random steps: after many of them single variables' curvatures show in the diagonal.
TEST(Lbfgs, LearnsTheCurvatureOfSingleVariables) {
  const Vector curvature = Eigen::Vector3d(0.1, 1.0, 40.0);
  Lbfgs memory(1);
  memory.measure_in(Vector::Ones(3));
  Stream stream({.seed = 4});
  for (int k = 0; k < 200; ++k) {
    const Vector step = Vector::NullaryExpr(3, [&] { return stream.normal(); });
    memory.learn(step, curvature.array() * step.array());
  }
  memory.forget();
  const Vector d = memory.descent(-Vector::Ones(3));
  EXPECT_NEAR(d[0] / d[1], 10.0, 3.0);
  EXPECT_NEAR(d[1] / d[2], 40.0, 12.0);
}

TEST(Lbfgs, BeginsAnewWithAnotherNumberOfVariables) {
  Lbfgs memory;
  memory.measure_in(Vector::Ones(2));
  memory.learn(Vector::Ones(2), Vector::Ones(2));
  memory.measure_in(Vector::Ones(3));
  EXPECT_TRUE(memory.empty());
  EXPECT_EQ(memory.descent(Vector::Ones(3)), -Vector::Ones(3));
}

// Steps of 1e12 in one variable and of 1 in another are of the same length in their units.
TEST(Lbfgs, TellsRoundingFromCurvatureInTheUnitsOfTheVariables) {
  Lbfgs memory;
  memory.measure_in(Eigen::Vector2d(1e12, 1.0));
  memory.learn(Eigen::Vector2d(1e12, 1.0), Eigen::Vector2d(1e-12, 1.0));
  EXPECT_FALSE(memory.empty());
}

// One variable moves without a change of slope: its curvature is not taken for 0.
TEST(Lbfgs, KeepsADiagonalThatIsFiniteAndPositive) {
  Lbfgs memory;
  memory.measure_in(Vector::Ones(2));
  for (int k = 0; k < 50; ++k) memory.learn(Eigen::Vector2d(1e8, 1.0), Eigen::Vector2d(0.0, 1.0));
  memory.forget();
  const Vector d = memory.descent(-Vector::Ones(2));
  EXPECT_TRUE(d.allFinite());
  EXPECT_GT(d.minCoeff(), 0.0);
}

}  // namespace
}  // namespace phigp
