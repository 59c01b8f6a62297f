#include "phigp/inference/learning.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/inference/admissible_region.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/uphill_search.h"
#include "phigp/linalg/lbfgs.h"

namespace phigp {

namespace {

constexpr int kMostRefreshes = 10;  // of c^2 after a step
constexpr double kRefreshShare =
    0.05;  // of the step's gain: refreshing goes on while it gains more

// The collapsed bound plus the log prior at free parameters x; nothing where it cannot be computed
// (a kernel matrix that no jitter mends, a likelihood out of its range).
class Objective {
 public:
  Objective(const TrainingSet& data, const FreeParameters& free, const HyperparameterPrior& prior)
      : data_(data), free_(free), prior_(prior) {}

  std::optional<CollapsedBound> at(const Vector& x, const std::vector<double>& c2,
                                   bool with_gradient) {
    ++evaluations;
    try {
      CollapsedBound bound = collapsed_bound(data_, free_.unpack(x), free_, c2, with_gradient);
      bound.value += prior_.log_density_of_values(x, with_gradient ? &bound.gradient : nullptr);
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
  const HyperparameterPrior& prior_;
};

// c^2 after coordinate ascent from q, until an iteration gains little against the step before it.
// With c^2 far from its place the gradient would point elsewhere, and steps would end too early.
std::vector<double> refresh(const TrainingSet& data, const Hyperparameters& at,
                            const DensePosterior& q, double step_gain) {
  const Observations observed(*at.likelihood, data.rows, data.weights);
  AscentOptions options;
  options.max_iterations = kMostRefreshes;
  options.tolerance = kRefreshShare * step_gain / (total_weight(data) + 1.0);
  const AscentResult fit = coordinate_ascent(dense_prior(at, data), *at.likelihood, observed,
                                             options, Marginals{q.m, q.v});
  return refreshed_c2(*at.likelihood, data, fit.q);
}

}  // namespace

LearningResult learn(const TrainingSet& data, const Hyperparameters& start,
                     const LearningOptions& options) {
  check(data);
  const FreeParameters free(start, options.parts);
  const HyperparameterPrior prior_law(free, options.priors);
  prior_law.check(free.pack(start));
  const auto ascend = [&](const Hyperparameters& at) {
    const Observations observed(*at.likelihood, data.rows, data.weights);
    return coordinate_ascent_restarted(dense_prior(at, data), *at.likelihood, observed,
                                       options.ascent);
  };
  LearningResult result;
  result.values = start;
  result.fit = ascend(start);
  result.first_elbo = result.fit.elbo;
  result.first_log_prior = prior_law.log_density_of_values(free.pack(start), nullptr);
  result.log_prior = result.first_log_prior;
  if (free.size() == 0 || result.fit.stop == Stop::stopped) {
    result.stop = result.fit.stop;
    return result;
  }

  Objective objective(data, free, prior_law);
  ParameterLimits limits = parameter_limits(free, start, data);
  const AdmissibleRegion region(free, start.likelihood, data);
  int narrowed = 0;
  Lbfgs memory;
  Vector x = free.pack(start);
  std::vector<double> c2 = refreshed_c2(*start.likelihood, data, result.fit.q);
  auto here = objective.at(x, c2, true);
  if (!here) throw NumericalError("bound at the initial hyperparameters", "", "must be finite");
  result.stop = Stop::iteration_limit;
  int quiet = 0;
  const double rows = total_weight(data);
  while (result.iterations < options.max_iterations) {
    const Vector uphill = limits.open_part(x, here->gradient);
    // Minus the bound is to fall.
    Vector direction = limits.open_part(x, memory.descent(-uphill));
    // What pushes against its limit stands still: moved away, it would cost what it pushes for.
    direction = (uphill.array() == 0.0).select(0.0, direction);
    if (!(uphill.dot(direction) > 0.0)) {
      memory.forget();
      direction = uphill;
    }
    if (direction.cwiseAbs().maxCoeff() == 0.0) {
      result.stop = Stop::converged;
      break;
    }
    auto next = uphill_search<CollapsedBound>(
        [&](const Vector& trial) { return objective.at(trial, c2, false); }, limits, x, here->value,
        here->gradient.dot(direction), direction);
    if (!next) {
      result.stop = Stop::converged;  // no higher point along an uphill direction: rounding
      break;
    }
    if (!region.contains(next->x)) {
      if (++narrowed > kMostNarrowings) break;
      region.narrow(x, next->x, limits);
      memory.forget();  // what it says of a parameter that now stands still misleads
      Vector edge = limits.clamp(next->x);
      auto point = objective.at(edge, c2, false);
      if (!point || !(point->value > here->value) || !region.contains(edge)) continue;
      next = UphillStep<CollapsedBound>{std::move(edge), std::move(*point)};
    }
    c2 = refresh(data, free.unpack(next->x), next->point.q, next->point.value - here->value);
    auto there = objective.at(next->x, c2, true);
    if (!there) break;
    memory.learn(next->x - x, here->gradient - there->gradient);
    const double gain = there->value - here->value;
    x = next->x;
    here = std::move(there);
    ++result.iterations;
    const double scale = rows + std::abs(here->value);
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
  const double log_prior = prior_law.log_density_of_values(x, nullptr);
  if (fit.elbo + log_prior >= result.first_elbo + result.first_log_prior) {
    result.log_prior = log_prior;
    result.values = learned;
    result.fit = std::move(fit);
    for (Eigen::Index k = 0; k < free.size(); ++k) {
      if (limits.reached(x, k))
        result.at_limit.push_back(free.names()[static_cast<std::size_t>(k)]);
    }
  }
  return result;
}

}  // namespace phigp
