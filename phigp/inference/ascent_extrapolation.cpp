#include "phigp/inference/ascent_extrapolation.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/span_of.h"

namespace phigp {

namespace {

constexpr double kCreeping = 0.8;  // of the change before: a hundred iterations for nine digits
constexpr std::size_t kRemembered = 10;  // iterations
constexpr double kDependent = 1e-10;     // differences of iterations that say nothing new
constexpr double kFarthestOfAll = 50.0;  // in log c^2
constexpr double kNearestOfAll = 0.02;

}  // namespace

bool AscentExtrapolation::lengthen(std::vector<double>& c2, bool allowed) {
  const Vector asked = as_vector(c2).array().log();
  if (!asked.allFinite()) {
    past_.clear();
    at_.resize(0);
    return false;
  }
  if (at_.size() > 0) past_.push_back({std::move(at_), asked});
  if (past_.size() > kRemembered) past_.pop_front();
  at_ = asked;
  if (past_.size() < 2) return false;
  const auto change = [](const Iteration& past) { return (past.asked - past.at).norm(); };
  creeps_ = creeps_ || change(past_.back()) > kCreeping * change(past_[past_.size() - 2]);
  if (!creeps_ || !allowed) return false;

  // The combination of past iterations that asks for no further change. (V.5)
  const auto columns = static_cast<Eigen::Index>(past_.size()) - 1;
  Matrix residuals(asked.size(), columns);
  Matrix images(asked.size(), columns);
  for (Eigen::Index k = 0; k < columns; ++k) {
    const Iteration& a = past_[static_cast<std::size_t>(k)];
    const Iteration& b = past_[static_cast<std::size_t>(k) + 1];
    images.col(k) = b.asked - a.asked;
    residuals.col(k) = images.col(k) - (b.at - a.at);
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(kDependent);
  solver.compute(residuals);
  Vector moved = -images * solver.solve(asked - past_.back().at);
  if (!moved.allFinite()) return false;
  const double far = moved.cwiseAbs().maxCoeff();
  if (far > farthest_) moved *= farthest_ / far;
  plain_ = c2;
  at_ = asked + moved;
  for (std::size_t i = 0; i < c2.size(); ++i) c2[i] = std::exp(at_[static_cast<Eigen::Index>(i)]);
  return true;
}

void AscentExtrapolation::settle(bool raised, std::vector<double>& c2) {
  if (raised) {
    farthest_ = std::min(2.0 * farthest_, kFarthestOfAll);
    return;
  }
  farthest_ = std::max(0.25 * farthest_, kNearestOfAll);
  c2 = plain_;
  past_.clear();
  at_ = as_vector(c2).array().log();
}

}  // namespace phigp
