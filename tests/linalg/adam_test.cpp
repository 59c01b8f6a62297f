#include "phigp/linalg/adam.h"

#include <gtest/gtest.h>

namespace phigp {
namespace {

// Steps are of about the rate's size whatever the size of the gradient, and lead to the maximum of
// -(x - 3)^2 c.
TEST(Adam, ClimbsFunctionsOfAnyScale) {
  for (const double c : {1e-6, 1.0, 1e6}) {
    Adam adam(1);
    Vector x = Vector::Zero(1);
    for (int t = 0; t < 2000; ++t) {
      const Vector gradient = Vector::Constant(1, -2.0 * c * (x[0] - 3.0));
      const Vector step = adam.ascent(gradient, 0.05 * (1.0 - t / 2000.0));
      if (t == 0) {
        EXPECT_NEAR(step[0], 0.05, 1e-3);
      }
      x += step;
    }
    EXPECT_NEAR(x[0], 3.0, 1e-3) << c;
  }
}

}  // namespace
}  // namespace phigp
