#include "phigp/inference/sparse/sparse_learning.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/inference/admissible_region.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/inference/uphill_search.h"

namespace phigp {

namespace {

constexpr double kFirstStep = 0.5;   // before anything is known about the curvature
constexpr double kRelaxation = 1.6;  // of steps of log c^2: half the steps, and still uphill
constexpr int kRelaxedTrials = 2;    // of a search; relaxed too far, no step would be short enough
// Steps that are looked at together where inducing inputs move: among so many variables a few small
// gains in a row say little.
constexpr std::size_t kQuietMoves = 10;

// The collapsed bound plus the log prior; nothing where it cannot be computed.
class SparseObjective {
 public:
  SparseObjective(const SparseBound& bound, const SparseParameters& parameters)
      : bound_(bound), parameters_(parameters) {}

  std::optional<SparseBound::Point> at(const Vector& x, const std::vector<double>& c2) const {
    try {
      SparseBound::Point point = bound_.at(parameters_.values(x), parameters_.inputs(x), c2);
      point.value += parameters_.log_prior(x, nullptr);
      if (!std::isfinite(point.value)) return std::nullopt;
      return point;
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  SparseBound::Slope slope(const SparseBound::Point& point, const Vector& x) const {
    SparseBound::Slope slope = bound_.slope(point, parameters_.free(), parameters_.moves_inputs());
    parameters_.log_prior(x, &slope.gradient);
    return slope;
  }

 private:
  const SparseBound& bound_;
  const SparseParameters& parameters_;
};

// log c^2 somewhat further than to where q's marginals put it.
std::vector<double> relaxed(const std::vector<double>& from, const std::vector<double>& to) {
  std::vector<double> c2 = to;
  for (std::size_t i = 0; i < c2.size(); ++i) {
    const double further = c2[i] * std::pow(c2[i] / from[i], kRelaxation - 1.0);
    if (std::isfinite(further) && further > 0.0) c2[i] = further;
  }
  return c2;
}

}  // namespace

SparseLearningResult sparse_learn(const TrainingSet& data, const Points& Z,
                                  const Hyperparameters& start, std::vector<double> c2,
                                  const Threads& threads, SparseLearningOptions options) {
  const SparseParameters parameters(start, Z, options.parts, options.priors, options.move_inducing);
  const SparseBound bound(data, threads, options.precision);
  const double rows = total_weight(data);  // that the data stand for
  const SparseObjective objective(bound, parameters);
  ParameterLimits limits = parameters.limits(data);
  limits.high.head(options.highest.size()) =
      limits.high.head(options.highest.size()).cwiseMin(options.highest);
  const AdmissibleRegion region(parameters.free(), start.likelihood, data);
  int narrowed = 0;
  Lbfgs memory = std::move(options.memory);
  const Vector units = parameters.units(data.X);
  if (options.move_inducing) memory.measure_in(units);
  Vector x = parameters.start();
  parameters.check_prior(x);
  auto here = objective.at(x, c2);
  if (!here) throw NumericalError("bound at the initial hyperparameters", "", "must be finite");
  SparseLearningResult result;
  result.first_log_prior = parameters.log_prior(x, nullptr);
  result.first_bound = here->value - result.first_log_prior;
  result.stop = Stop::iteration_limit;
  SparseBound::Slope slope = objective.slope(*here, x);
  bool fresh = memory.empty();  // nothing known about the curvature
  const std::size_t patience = options.move_inducing ? kQuietMoves : kQuietSteps;
  std::deque<double> heights{here->value};  // before the last steps
  while (result.iterations < options.max_iterations) {
    const Vector uphill = limits.open_part(x, slope.gradient);
    Vector direction = limits.open_part(x, memory.descent(-uphill));
    // What pushes against its limit stands still: moved away, it would cost what it pushes for.
    direction = (uphill.array() == 0.0).select(0.0, direction);
    if (!(uphill.dot(direction) > 0.0)) {
      memory.forget();
      fresh = true;
      direction = limits.open_part(x, memory.descent(-uphill));
    }
    const bool flat = !direction.allFinite() || direction.isZero(0.0);
    std::optional<UphillStep<SparseBound::Point>> next;
    std::vector<double> tried = relaxed(c2, slope.c2);
    if (!flat) {
      int trials = 0;
      const auto at = [&](const Vector& trial) {
        if (trials++ == kRelaxedTrials) tried = slope.c2;
        return objective.at(trial, tried);
      };
      const double longest = (fresh ? kFirstStep : kLongestStep) * direction.cwiseAbs().maxCoeff() /
                             direction.cwiseQuotient(units).cwiseAbs().maxCoeff();
      next = uphill_search<SparseBound::Point>(at, limits, x, here->value, uphill.dot(direction),
                                               direction, longest);
      result.trials += trials;
    }
    if (!next) {
      // Not higher along the gradient, which belongs to the c^2 before: a pure refresh of c^2
      // cannot lose, and brings the two together.
      if (fresh) memory.forget_scales();
      memory.forget();
      fresh = true;
      tried = std::move(slope.c2);
      auto point = objective.at(x, tried);
      if (!point) break;
      next = UphillStep<SparseBound::Point>{x, std::move(*point)};
    }
    if (next->x != x && !region.contains(next->x)) {
      if (++narrowed > kMostNarrowings) break;
      region.narrow(x, next->x, limits);
      memory.forget();  // what it says of a parameter that now stands still misleads
      fresh = true;
      Vector edge = limits.clamp(next->x);
      auto point = objective.at(edge, tried);
      if (!point || !(point->value > here->value) || !region.contains(edge)) continue;
      next = UphillStep<SparseBound::Point>{std::move(edge), std::move(*point)};
    }
    const double gain = next->point.value - here->value;
    const bool moved = next->x != x;
    c2 = std::move(tried);
    bound.give_back(std::move(*here));
    here = std::move(next->point);
    SparseBound::Slope there = objective.slope(*here, next->x);
    if (moved) {
      memory.learn(next->x - x, slope.gradient - there.gradient);
      fresh = false;
    }
    x = std::move(next->x);
    slope = std::move(there);
    ++result.iterations;
    const Progress progress{"learning",
                            result.iterations,
                            options.max_iterations,
                            here->value,
                            gain,
                            static_cast<double>(data.size())};
    if (options.watch && !options.watch(progress)) {
      result.stop = Stop::stopped;
      break;
    }
    if (heights.size() == patience) {
      const double mean_gain = (here->value - heights.front()) / static_cast<double>(patience);
      if (mean_gain < options.tolerance * (rows + std::abs(here->value))) {
        result.stop = Stop::converged;
        break;
      }
      heights.pop_front();
    }
    heights.push_back(here->value);
  }
  result.memory = std::move(memory);
  result.values = here->values;
  result.q = here->q.natural();
  result.log_prior = parameters.log_prior(x, nullptr);
  result.bound = here->value - result.log_prior;
  result.Z = parameters.inputs(x);
  result.at_limit = parameters.at_limit(limits, x);
  return result;
}

}  // namespace phigp
