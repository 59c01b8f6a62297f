// A step along an uphill direction, for objectives that are known point by point: backtracking from
// the full step, each time to the maximum of the parabola through what is known.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "phigp/inference/parameter_limits.h"

namespace phigp {

inline constexpr double kLongestStep = 2.0;  // in any free parameter: a factor of e^2
inline constexpr int kQuietSteps = 3;        // in a row that gain next to nothing: converged

template <class Point>
struct UphillStep {
  Vector x;
  Point point;
};

// `at(x)` gives the point at x, which has a `value`, or nothing where it cannot be computed. value
// and slope: of the objective at x, along the direction.
template <class Point, class At>
std::optional<UphillStep<Point>> uphill_search(const At& at, const ParameterLimits& limits,
                                               const Vector& x, double value, double slope,
                                               const Vector& direction,
                                               double longest = kLongestStep) {
  constexpr double kSufficient = 1e-4;  // Armijo's constant
  constexpr int kMostHalvings = 20;
  double step = std::min(1.0, longest / direction.cwiseAbs().maxCoeff());
  for (int halving = 0; halving < kMostHalvings; ++halving) {
    Vector trial = limits.clamp(x + step * direction);
    std::optional<Point> point = at(trial);
    if (point && point->value >= value + kSufficient * step * slope)
      return UphillStep<Point>{std::move(trial), std::move(*point)};
    double shrink = 0.25;
    if (point) {
      const double lost = value + step * slope - point->value;  // against the straight line
      if (lost > 0.0) shrink = std::clamp(0.5 * step * slope / lost, 0.1, 0.5);
    }
    step *= shrink;
  }
  return std::nullopt;
}

}  // namespace phigp
