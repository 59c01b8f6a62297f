#include "phigp/linalg/lbfgs.h"

#include <cmath>
#include <vector>

namespace phigp {

Vector Lbfgs::descent(const Vector& gradient) const {
  Vector x = -gradient;
  if (pairs_.empty()) return x;
  std::vector<double> weights(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    weights[k] = pairs_[k].inverse_curvature * pairs_[k].step.dot(x);
    x -= weights[k] * pairs_[k].change;
  }
  const Pair& last = pairs_.back();
  x *= 1.0 / (last.inverse_curvature * last.change.squaredNorm());
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const double w = pairs_[k].inverse_curvature * pairs_[k].change.dot(x);
    x += (weights[k] - w) * pairs_[k].step;
  }
  return x;
}

void Lbfgs::learn(const Vector& step, const Vector& gradient_change) {
  const double curvature = step.dot(gradient_change);
  // Below this the pair says more about rounding than about the function.
  if (!(curvature > 1e-10 * step.norm() * gradient_change.norm())) return;
  pairs_.push_back({step, gradient_change, 1.0 / curvature});
  if (pairs_.size() > memory_) pairs_.pop_front();
}

}  // namespace phigp
