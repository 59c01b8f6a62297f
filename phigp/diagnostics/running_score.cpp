#include "phigp/diagnostics/running_score.h"

#include <cmath>
#include <limits>

#include "phigp/base/error.h"

namespace phigp {

void RunningScore::add(double value, double weight) {
  const double square = weight * weight;
  ++count_;
  weight_sum_ += weight;
  sum_ += weight * value;
  squared_weights_ += square;
  if (square == 0.0) return;  // of a weight below 1e-162: too small to matter
  const double before = value - centre_;
  centre_ += before * (square / squared_weights_);
  squares_ += square * before * (value - centre_);
}

void RunningScore::merge(const RunningScore& other) {
  const double total = squared_weights_ + other.squared_weights_;
  count_ += other.count_;
  weight_sum_ += other.weight_sum_;
  sum_ += other.sum_;
  if (other.squared_weights_ == 0.0) return;
  const double shift = other.centre_ - centre_;
  const double part = other.squared_weights_ / total;
  squares_ += other.squares_ + shift * shift * squared_weights_ * part;  // (D.14)
  centre_ += shift * part;
  squared_weights_ = total;
}

RunningScore RunningScore::negated() const {
  RunningScore out = *this;
  out.sum_ = -sum_;
  out.centre_ = -centre_;
  return out;
}

double RunningScore::effective_count() const {
  return weight_sum_ * weight_sum_ / squared_weights_;
}

ScoreValue RunningScore::value() const {
  require_scored(count_);
  ScoreValue out{sum_ / weight_sum_, std::numeric_limits<double>::infinity()};
  if (!std::isfinite(out.value) || count_ < 2) return out;
  const double apart = centre_ - out.value;
  const double squares = squares_ + squared_weights_ * apart * apart;
  const auto n = static_cast<double>(count_);
  if (std::isfinite(squares))
    out.standard_error = std::sqrt(squares * n / (n - 1.0)) / weight_sum_;  // (D.16)
  return out;
}

void require_scored(std::size_t count) {
  require(count > 0, "scores: rows with a target and a positive weight", "0",
          "must be at least one");
}

}  // namespace phigp
