#include "phigp/inference/sparse/longer_lengthscales.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/inference/restarts.h"
#include "phigp/inference/sparse/sparse_parameters.h"

namespace phigp {

namespace {

constexpr double kLonger = 10.0;
constexpr double kLeastGain = 1e-5;  // of (sum of weights + |bound|), as that of steps (Z.8)
constexpr int kMostFailures = 3;     // in a row, in the order of what is lost with c^2 held

struct Tried {
  Vector x;
  SparseBound::Point point;
  double height;
};

class LongerTrials {
 public:
  LongerTrials(const SparseBound& bound, const Points& Z, const SparseParameters& parameters,
               const ParameterLimits& limits)
      : bound_(bound), Z_(Z), parameters_(parameters), limits_(limits) {}

  std::optional<Tried> at(const Vector& x, const std::vector<double>& c2) const {
    try {
      const double log_prior = parameters_.log_prior(x, nullptr);
      SparseBound::Point point = bound_.at(parameters_.values(x), Z_, c2);
      const double height = point.value + log_prior;
      if (!std::isfinite(height)) return std::nullopt;
      return Tried{x, std::move(point), height};
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  std::vector<double> refreshed(const Tried& state) const {
    return bound_.c2_under(state.point.basis, state.point.values, state.point.q);
  }
  // With c^2 refreshed once: held, it speaks for the values that it comes from.
  std::optional<Tried> settled(const Vector& x, const std::vector<double>& c2) const {
    const std::optional<Tried> first = at(x, c2);
    return first ? at(x, refreshed(*first)) : std::nullopt;
  }
  Vector longer(Vector x, Eigen::Index k) const {
    x[k] += std::log(kLonger);
    return limits_.clamp(x);
  }

 private:
  const SparseBound& bound_;
  const Points& Z_;
  const SparseParameters& parameters_;
  const ParameterLimits& limits_;
};

}  // namespace

LongerLengthscales lengthen(const SparseBound& bound, const TrainingSet& data,
                            const Hyperparameters& at, const Points& Z, std::vector<double> c2,
                            const LearnedParts& parts, const std::vector<PriorStatement>& priors,
                            const Watcher& watch) {
  const SparseParameters parameters(at, Z, parts, priors, false);
  const ParameterLimits limits = parameters.limits(data);
  const LongerTrials trials(bound, Z, parameters, limits);
  const std::vector<std::string>& names = parameters.free().names();
  LongerLengthscales result{at, {}, 0};
  std::optional<Tried> best = trials.settled(parameters.start(), c2);
  if (!best) return result;
  // Both sides of a comparison start from this c^2 and refresh it once: the more often, the higher.
  c2 = trials.refreshed(*best);
  best = trials.settled(best->x, c2);
  int done = 0;
  const auto goes_on = [&] {
    const Progress progress{"longer lengthscales", ++done, 2 * static_cast<int>(names.size()),
                            best->height,          0.0,    static_cast<double>(data.size())};
    return !watch || watch(progress);
  };
  std::vector<std::pair<double, Eigen::Index>> order;  // by what is left with c^2 held
  for (Eigen::Index k = 0; best && k < parameters.size(); ++k) {
    if (!is_lengthscale(names[static_cast<std::size_t>(k)])) continue;
    const Vector x = trials.longer(best->x, k);
    if (x == best->x) continue;
    if (!goes_on()) return result;
    if (const auto trial = trials.at(x, c2)) order.emplace_back(-trial->height, k);
  }
  std::sort(order.begin(), order.end());
  int failures = 0;
  for (const auto& [left, k] : order) {
    if (!best || failures == kMostFailures || !goes_on()) break;
    const std::optional<Tried> trial = trials.settled(trials.longer(best->x, k), c2);
    ++failures;
    const double least = kLeastGain * (total_weight(data) + std::abs(best->height));
    if (!trial || !(trial->height > best->height + least)) continue;
    c2 = trials.refreshed(*trial);
    best = trials.settled(trial->x, c2);
    failures = 0;
    result.values = trial->point.values;
    result.q = trial->point.q.natural();
    ++result.count;
  }
  return result;
}

}  // namespace phigp
