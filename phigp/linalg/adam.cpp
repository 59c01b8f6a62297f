#include "phigp/linalg/adam.h"

#include <cmath>

namespace phigp {

namespace {

constexpr double kMeanDecay = 0.9;
constexpr double kSquareDecay = 0.999;
constexpr double kLeast = 1e-8;

}  // namespace

Vector Adam::ascent(const Vector& gradient, double rate) {
  ++steps_;
  mean_ = kMeanDecay * mean_ + (1.0 - kMeanDecay) * gradient;
  square_ = kSquareDecay * square_ + (1.0 - kSquareDecay) * gradient.cwiseAbs2();
  const double mean_share = 1.0 - std::pow(kMeanDecay, steps_);
  const double square_share = 1.0 - std::pow(kSquareDecay, steps_);
  return (rate * (mean_ / mean_share).array() / ((square_ / square_share).array().sqrt() + kLeast))
      .matrix();
}

}  // namespace phigp
