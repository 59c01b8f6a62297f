#include "phigp/diagnostics/pareto_tail.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "phigp/base/error.h"

namespace phigp {
namespace {

constexpr std::size_t kFewestInTail = 5;
// Prior of Zhang and Stephens for b, and ten observations' worth of belief in shape 1/2.
constexpr double kPriorScale = 3.0;
constexpr double kPriorRows = 10.0;
constexpr double kPriorShape = 0.5;

double mean_log(double b, std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += std::log1p(-b * value);
  return sum / static_cast<double>(x.size());
}

double log_sum(const Eigen::Ref<const Vector>& x) {
  const double largest = x.maxCoeff();
  return largest + std::log((x.array() - largest).exp().sum());
}

// The normalised posterior mean of b over its grid.
double posterior_mean(const std::vector<double>& grid, const std::vector<double>& log_likelihood) {
  const double best = *std::max_element(log_likelihood.begin(), log_likelihood.end());
  double total = 0.0;
  for (const double value : log_likelihood) total += std::exp(value - best);
  double mass = 0.0;
  double sum = 0.0;
  for (std::size_t j = 0; j < grid.size(); ++j) {
    const double weight = std::exp(log_likelihood[j] - best) / total;
    // As ArviZ does: far grid points carry rounding, not information.
    if (!(weight >= 10.0 * std::numeric_limits<double>::epsilon())) continue;
    mass += weight;
    sum += weight * grid[j];
  }
  return sum / mass;
}

}  // namespace

double ParetoLaw::quantile(double p) const {
  const double exponential = -std::log1p(-p);
  if (std::abs(shape) < std::numeric_limits<double>::epsilon()) return scale * exponential;
  return scale * std::expm1(shape * exponential) / shape;
}

ParetoLaw fit_pareto(std::span<const double> excess) {
  require(excess.size() >= kFewestInTail, "Pareto fit: tail", static_cast<double>(excess.size()),
          "must have at least 5 numbers");
  const auto rows = static_cast<double>(excess.size());
  const auto points = 30 + static_cast<std::size_t>(std::sqrt(rows));
  const double quartile = excess[static_cast<std::size_t>(std::lround(rows / 4.0)) - 1];
  std::vector<double> grid(points);
  std::vector<double> log_likelihood(points);
  for (std::size_t j = 0; j < points; ++j) {
    const double spread =
        1.0 - std::sqrt(static_cast<double>(points) / (static_cast<double>(j) + 0.5));
    const double b = spread / (kPriorScale * quartile) + 1.0 / excess.back();
    const double k = mean_log(b, excess);
    grid[j] = b;
    log_likelihood[j] = rows * (std::log(-b / k) - k - 1.0);  // profile likelihood, (D.12)
  }
  const double b = posterior_mean(grid, log_likelihood);
  const double k = mean_log(b, excess);
  return {(rows * k + kPriorRows * kPriorShape) / (rows + kPriorRows), -k / b};
}

SmoothedWeights smooth_weights(const Eigen::Ref<const Vector>& log_ratios,
                               double relative_efficiency) {
  require(log_ratios.size() > 0, "importance weights", "0", "must be at least one");
  require(log_ratios.allFinite(), "importance weights", "", "must be finite");
  require(relative_efficiency > 0.0 && std::isfinite(relative_efficiency),
          "importance weights: relative efficiency", relative_efficiency, "must be positive");
  SmoothedWeights out;
  // Numbers at most 0: weights relative to the largest cannot overflow.
  Vector x = (log_ratios.array() - log_ratios.maxCoeff()).matrix();
  const auto size = static_cast<std::size_t>(x.size());
  std::vector<Eigen::Index> order(size);
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return x[a] < x[b]; });

  const auto draws = static_cast<double>(size);
  const double wanted =
      std::ceil(std::min(draws / 5.0, 3.0 * std::sqrt(draws / relative_efficiency)));  // (D.11)
  const std::size_t body = size - std::min(static_cast<std::size_t>(wanted), size - 1);
  const double cutoff = std::max(x[order[body - 1]], std::log(std::numeric_limits<double>::min()));
  std::size_t first = body;  // ties with the cutoff belong to the body
  while (first < size && !(x[order[first]] > cutoff)) ++first;

  out.shape = x.minCoeff() == 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
  if (size - first >= kFewestInTail) {
    std::vector<double> excess;
    for (std::size_t i = first; i < size; ++i) {
      excess.push_back(std::exp(x[order[i]]) - std::exp(cutoff));
    }
    const ParetoLaw law = fit_pareto(excess);
    if (std::isfinite(law.shape) && law.scale > 0.0) {
      out.shape = law.shape;
      for (std::size_t i = first; i < size; ++i) {
        const double p = (static_cast<double>(i - first) + 0.5) / static_cast<double>(size - first);
        x[order[i]] = std::min(0.0, std::log(law.quantile(p) + std::exp(cutoff)));
      }
    }
  }
  out.log_weights = (x.array() - log_sum(x)).matrix();
  return out;
}

}  // namespace phigp
