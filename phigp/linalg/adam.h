// Adam: steps for a function that is known by noisy gradients, each parameter by the size of its
// own.
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

class Adam {
 public:
  explicit Adam(Eigen::Index size) : mean_(Vector::Zero(size)), square_(Vector::Zero(size)) {}

  // The step that raises the function, about `rate` in each parameter.
  Vector ascent(const Vector& gradient, double rate);

 private:
  Vector mean_;
  Vector square_;
  int steps_ = 0;
};

}  // namespace phigp
