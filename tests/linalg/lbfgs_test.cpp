#include "phigp/linalg/lbfgs.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace phigp
