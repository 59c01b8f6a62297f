#include "phigp/inference/learning.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/linalg/lbfgs.h"

namespace phigp {

namespace {

constexpr double kLongestStep = 2.0;  // in any free parameter: a factor of e^2
constexpr double kFarthest = 20.0;    // from 0 for any logarithm or logit
constexpr double kSufficient = 1e-4;  // Armijo's constant
constexpr int kMostHalvings = 20;
constexpr int kQuietSteps = 3;

// The collapsed bound at free parameters x; nothing where it cannot be computed (a kernel matrix
// that no jitter mends, a likelihood out of its range).
class Objective {
 public:
  Objective(const TrainingSet& data, const FreeParameters& free) : data_(data), free_(free) {}

  std::optional<CollapsedBound> at(const Vector& x, const std::vector<double>& c2,
                                   bool with_gradient) {
    ++evaluations;
    try {
      CollapsedBound bound = collapsed_bound(data_, free_.unpack(x), free_, c2, with_gradient);
      if (!std::isfinite(bound.value)) return std::nullopt;
      if (with_gradient && !bound.gradient.allFinite()) return std::nullopt;
      return bound;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  int evaluations = 0;

 private:
  const TrainingSet& data_;
  const FreeParameters& free_;
};

struct Accepted {
  Vector x;
  CollapsedBound bound;
};

// Backtracking from the full step, each time to the maximum of the parabola through what is known.
std::optional<Accepted> search(Objective& objective, const Vector& x, double value,
                               const Vector& gradient, const Vector& direction,
                               const std::vector<double>& c2) {
  const double slope = gradient.dot(direction);
  double step = std::min(1.0, kLongestStep / direction.cwiseAbs().maxCoeff());
  for (int halving = 0; halving < kMostHalvings; ++halving) {
    const Vector trial = (x + step * direction).cwiseMax(-kFarthest).cwiseMin(kFarthest);
    auto bound = objective.at(trial, c2, false);
    if (bound && bound->value >= value + kSufficient * step * slope) {
      return Accepted{trial, std::move(*bound)};
    }
    double shrink = 0.25;
    if (bound) {
      const double lost = value + step * slope - bound->value;  // against the straight line
      if (lost > 0.0) shrink = std::clamp(0.5 * step * slope / lost, 0.1, 0.5);
    }
    step *= shrink;
  }
  return std::nullopt;
}

}  // namespace

LearningResult learn(const TrainingSet& data, const Hyperparameters& start,
                     const LearningOptions& options) {
  check(data);
  const auto ascend = [&](const Hyperparameters& at) {
    const Observations observed(*at.likelihood, data.rows, data.weights);
    return coordinate_ascent_restarted(dense_prior(at, data), *at.likelihood, observed,
                                       options.ascent);
  };
  LearningResult result;
  result.values = start;
  result.fit = ascend(start);
  result.first_elbo = result.fit.elbo;
  const FreeParameters free(start, options.parts);
  if (free.size() == 0 || result.fit.stop == Stop::stopped) {
    result.stop = result.fit.stop;
    return result;
  }

  Objective objective(data, free);
  Lbfgs memory;
  Vector x = free.pack(start);
  std::vector<double> c2 = refreshed_c2(*start.likelihood, data, result.fit.q);
  auto here = objective.at(x, c2, true);
  if (!here) throw NumericalError("bound at the initial hyperparameters", "", "must be finite");
  result.stop = Stop::iteration_limit;
  int quiet = 0;
  while (result.iterations < options.max_iterations) {
    Vector direction = -memory.descent(-here->gradient);
    if (!(here->gradient.dot(direction) > 0.0)) {
      memory.forget();
      direction = here->gradient;
    }
    if (direction.cwiseAbs().maxCoeff() == 0.0) {
      result.stop = Stop::converged;
      break;
    }
    auto next = search(objective, x, here->value, here->gradient, direction, c2);
    if (!next) {
      result.stop = Stop::converged;  // no higher point along an uphill direction: rounding
      break;
    }
    c2 = refreshed_c2(*free.unpack(next->x).likelihood, data, next->bound.q);
    auto there = objective.at(next->x, c2, true);
    if (!there) break;
    memory.learn(next->x - x, here->gradient - there->gradient);
    const double gain = there->value - here->value;
    x = next->x;
    here = std::move(there);
    ++result.iterations;
    const double scale = static_cast<double>(data.size()) + std::abs(here->value);
    quiet = gain < options.tolerance * scale ? quiet + 1 : 0;
    const Progress progress{"learning", result.iterations, options.max_iterations, here->value,
                            gain};
    if (options.watch && !options.watch(progress)) {
      result.stop = Stop::stopped;
      break;
    }
    if (quiet >= kQuietSteps) {
      result.stop = Stop::converged;
      break;
    }
  }
  result.evaluations = objective.evaluations;

  // Two maxima of a bound that is not concave in q may have changed places: the start stays an
  // option.
  const Hyperparameters learned = free.unpack(x);
  const Observations observed(*learned.likelihood, data.rows, data.weights);
  const DensePrior prior = dense_prior(learned, data);
  AscentOptions last = options.ascent;
  if (result.stop == Stop::stopped) last.max_iterations = 1;
  AscentResult fit = coordinate_ascent(prior, *learned.likelihood, observed, last,
                                       Marginals{here->q.m, here->q.v});
  if (fit.elbo >= result.first_elbo) {
    result.values = learned;
    result.fit = std::move(fit);
  }
  return result;
}

}  // namespace phigp
