#include "phigp/linalg/lbfgs.h"

#include <cmath>
#include <vector>

namespace phigp {

namespace {
constexpr double kMostChange = 1e3;
}

void Lbfgs::measure_in(const Vector& units) {
  if (learned_.size() != units.size()) {
    learned_ = Vector::Ones(units.size());
    pairs_.clear();
  }
  squares_ = units.array().square();
}

Vector Lbfgs::descent(const Vector& gradient) const {
  Vector x = -gradient;
  std::vector<double> weights(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    weights[k] = pairs_[k].inverse_curvature * pairs_[k].step.dot(x);
    x -= weights[k] * pairs_[k].change;
  }
  if (measured()) {
    x.array() *= squares_.array() * learned_.array();
  } else if (!pairs_.empty()) {
    const Pair& last = pairs_.back();
    x *= 1.0 / (last.inverse_curvature * last.change.squaredNorm());
  }
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const double w = pairs_[k].inverse_curvature * pairs_[k].change.dot(x);
    x += (weights[k] - w) * pairs_[k].step;
  }
  return x;
}

void Lbfgs::learn(const Vector& step, const Vector& gradient_change) {
  const double curvature = step.dot(gradient_change);
  const Vector units = measured() ? Vector(squares_.cwiseSqrt()) : Vector::Ones(step.size());
  const double lengths =
      step.cwiseQuotient(units).norm() * gradient_change.cwiseProduct(units).norm();
  // Below this the pair says more about rounding than about the function.
  if (!(curvature > 1e-10 * lengths)) return;
  if (measured()) learn_diagonal(step, gradient_change, curvature);
  pairs_.push_back({step, gradient_change, 1.0 / curvature});
  if (pairs_.size() > memory_) pairs_.pop_front();
}

// The diagonal of the BFGS update of the Hessian 1/D, D first brought to the size that the step
// shows: one variable's curvature can only be told from the others' where D fits on the whole.
// (H.9)
void Lbfgs::learn_diagonal(const Vector& step, const Vector& change, double curvature) {
  using Array = Eigen::ArrayXd;
  const Array y2 = change.array().square();
  const Array s2 = step.array().square();
  Array D = squares_.array() * learned_.array();
  D *= curvature / (y2 * D).sum();
  const Array H = 1.0 / D + y2 / curvature - s2 / (D.square() * (s2 / D).sum());
  // Positive, but for rounding; one step is not trusted with more than a factor of kMostChange.
  const Array factors = (1.0 / (H * D)).max(1.0 / kMostChange).min(kMostChange);
  const Array learned = D * (H > 0.0 && H.isFinite()).select(factors, 1.0) / squares_.array();
  if (learned.isFinite().all() && (learned > 0.0).all()) learned_ = learned;
}

}  // namespace phigp
