#include "phigp/inference/parameter_limits.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/kernels/initial_scales.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

constexpr double kFarthest = 11.5;  // log(1e5)

// Whether p(2y | 2f) with this parameter doubled is p(y | f) / 2: it has the unit of y, and moves
// with it. Asked of the density, so that formulas have an answer too.
bool carries_unit_of_y(const Likelihood& likelihood, std::size_t k) {
  if (likelihood.domain() != Domain::real) return false;
  try {
    std::vector<double> doubled = likelihood.parameters();
    doubled[k] *= 2.0;
    const LikelihoodPtr wide = likelihood.with_parameters(doubled);
    return std::ranges::all_of(std::vector<double>{-0.3, 1.7}, [&](double y) {
      const double narrow = log_density(likelihood, {y, 1.0}, 0.2);
      return std::abs(log_density(*wide, {2.0 * y, 1.0}, 0.4) - narrow + std::log(2.0)) < 1e-6;
    });
  } catch (const Error&) {
    return false;
  }
}

// log of the standard deviation of y and of its root mean square; none for other domains.
std::vector<double> log_scales_of_y(const TrainingSet& data, Domain domain) {
  std::vector<double> scales;
  if (domain != Domain::real || data.rows.empty()) return scales;
  double largest = 0.0;
  const auto weight = [&](std::size_t i) { return data.weights.empty() ? 1.0 : data.weights[i]; };
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    if (weight(i) > 0.0) largest = std::max(largest, std::abs(data.rows[i].y));
  }
  if (largest == 0.0) return scales;
  const double n = total_weight(data);
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    const double y = data.rows[i].y / largest;  // in units of the largest: no square overflows
    mean += weight(i) * y / n;
    squares += weight(i) * y * y / n;
  }
  scales.push_back(std::log(largest) + 0.5 * std::log(squares));
  const double variance = squares - mean * mean;
  if (variance > 1e-14 * squares) scales.push_back(std::log(largest) + 0.5 * std::log(variance));
  return scales;
}

}  // namespace

Vector ParameterLimits::open_part(const Vector& x, const Vector& direction) const {
  Vector open = direction;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if ((x[k] >= high[k] && direction[k] > 0.0) || (x[k] <= low[k] && direction[k] < 0.0))
      open[k] = 0.0;
  }
  return open;
}

ParameterLimits parameter_limits(const FreeParameters& free, const Hyperparameters& start,
                                 const TrainingSet& data) {
  ParameterLimits limits{free.pack(start), free.pack(start)};
  const auto include = [&](Eigen::Index k, double centre) {
    limits.low[k] = std::min(limits.low[k], centre);
    limits.high[k] = std::max(limits.high[k], centre);
  };
  const Likelihood& likelihood = *start.likelihood;
  const std::vector<double> of_y = log_scales_of_y(data, likelihood.domain());
  // A kernel's parameter may be a length, a variance of y, or one per squared length.
  if (free.learns_kernel()) {
    const double length = std::log(initial_lengthscales(data.X, data.weights).shared);
    for (Eigen::Index k = 0; k < free.kernel_count(); ++k) {
      include(k, length);
      for (const double scale : of_y) {
        include(k, 2.0 * scale);
        include(k, 2.0 * (scale - length));
      }
    }
  }
  Eigen::Index at = free.kernel_count() + free.mean_count();
  for (const std::size_t index : free.likelihood_indices()) {
    if (carries_unit_of_y(likelihood, index)) {
      for (const double scale : of_y) include(at, scale);
    }
    ++at;
  }
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    const ParameterRange range = free.range(k);
    const bool whole_line = !std::isfinite(range.low);
    if (std::isfinite(range.low) && std::isfinite(range.high)) include(k, 0.0);  // a logit
    limits.low[k] = whole_line ? -kInfinity : limits.low[k] - kFarthest;
    limits.high[k] = whole_line ? kInfinity : limits.high[k] + kFarthest;
  }
  return limits;
}

}  // namespace phigp
