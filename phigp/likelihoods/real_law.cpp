#include "phigp/likelihoods/real_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/linalg/roots.h"

namespace phigp {

namespace {

constexpr double kLeastSlope = 1e-9;         // beyond -1: what two points tell of a tail
constexpr double kFarthestQuantile = 1e300;  // beyond, sums would leave the numbers
constexpr double kFarthestScale =
    1e60;  // in units of the scale; beyond it the density is a power law or nothing

double at(const ArrayFunction& f, double y) {
  double value = 0.0;
  f(std::span<const double>(&y, 1), std::span<double>(&value, 1));
  return value;
}

// What a density does far out, where its logarithm has this slope in log |y|.
std::string tail_words(double slope) {
  if (std::isnan(slope)) return "has no value for large |y|";
  if (slope > 1e-6) return "grows with |y|";
  return slope > -1e-6 ? "does not fall with |y|" : fmt::format("falls like |y|^{:.4g}", slope);
}

// Integral of |y - centre|^power p beyond the last breakpoint, for a density that falls like |y -
// centre|^slope there.
double tail(double log_density, double distance, double slope, int power) {
  if (log_density == -kInfinity || slope == -kInfinity) return 0.0;
  return std::exp(log_density + (power + 1) * std::log(distance)) / (-slope - power - 1.0);
}

// The integral of exp(log_f) over one panel; 0 where that is below e^log_floor, judged by its ends
// and middle (densities of the family fall from their centre outwards).
double panel_integral(const ArrayFunction& log_f, double low, double high, double log_floor) {
  const std::array<double, 3> points{low, 0.5 * (low + high), high};
  std::array<double, 3> values{};
  log_f(points, values);
  const double largest = std::max({values[0], values[1], values[2]});
  if (!(largest + std::log(high - low) > log_floor)) return 0.0;
  return std::exp(log_integral(log_f, {low, high}).log_value);
}

}  // namespace

RealLaw::RealLaw(ArrayFunction log_density, double centre, double scale,
                 std::function<double(double)> closed_cdf)
    : log_density_(std::move(log_density)),
      centre_(centre),
      scale_(scale),
      closed_cdf_(std::move(closed_cdf)) {
  tabulate();
  const double heaviest = std::max(slope_[0], slope_[1]);
  // E|y|^k exists when the density falls faster than |y|^-(k+1).
  mean_ = heaviest < -2.0 - 1e-9 ? centre_ + moment(1, centre_) : quantile(0.5);
  variance_ = heaviest < -3.0 - 1e-9 ? moment(2, mean_) : kInfinity;
}

void RealLaw::tabulate() {
  const double far = kFarthestScale * scale_;
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1.0 : 1.0;
    const double near_value = at(log_density_, centre_ + sign * 1e-3 * far);
    const double far_value = at(log_density_, centre_ + sign * far);
    slope_[side] = far_value == -kInfinity ? -kInfinity : (far_value - near_value) / std::log(1e3);
    // What has a distribution function has an integral, however heavy its tails: Student's t with
    // nu of 1e-10, which a chain may visit.
    if (closed_cdf_) slope_[side] = std::min(slope_[side], -1.0 - kLeastSlope);
    if (!(slope_[side] <= -1.0 - kLeastSlope)) {
      throw NumericalError("density", "",
                           "has no finite integral over y: it " + tail_words(slope_[side]));
    }
  }
  breakpoints_ = geometric_breakpoints(centre_, scale_, centre_ - far, centre_ + far);
  const double floor =
      at(log_density_, centre_ + 0.1 * scale_) + std::log(scale_) - 50.0;  // 1e-22 of the whole
  cumulative_.assign(1, tail(at(log_density_, breakpoints_.front()), far, slope_[0], 0));
  for (std::size_t i = 1; i < breakpoints_.size(); ++i) {
    cumulative_.push_back(cumulative_.back() + panel_integral(log_density_, breakpoints_[i - 1],
                                                              breakpoints_[i], floor));
  }
  const double total =
      cumulative_.back() + tail(at(log_density_, breakpoints_.back()), far, slope_[1], 0);
  if (!(total > 0.0) || !std::isfinite(total)) {
    throw NumericalError("density", to_text(total), "must have a positive, finite integral over y");
  }
  log_total_ = std::log(total);
  for (double& share : cumulative_) share /= total;
}

// E (y - around)^power, power 1 or 2.
double RealLaw::moment(int power, double around) const {
  const ArrayFunction weighted = [&](std::span<const double> y, std::span<double> out) {
    log_density_(y, out);
    for (std::size_t i = 0; i < y.size(); ++i)
      out[i] += power * std::log(std::abs(y[i] - around)) - log_total_;
  };
  std::vector<double> points = breakpoints_;
  points.push_back(around);
  std::sort(points.begin(), points.end());
  const double negative = power % 2 == 1 ? -1.0 : 1.0;
  const double far = kFarthestScale * scale_;
  double sum =
      negative * tail(at(log_density_, points.front()) - log_total_, far, slope_[0], power) +
      tail(at(log_density_, points.back()) - log_total_, far, slope_[1], power);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!(points[i] > points[i - 1])) continue;
    const double part =
        panel_integral(weighted, points[i - 1], points[i], power * std::log(scale_) - 50.0);
    sum += points[i] <= around ? negative * part : part;
  }
  return sum;
}

double RealLaw::cdf(double y) const {
  if (closed_cdf_) return closed_cdf_(y);
  if (y <= breakpoints_.front()) return 0.0;
  if (y >= breakpoints_.back()) return 1.0;
  const auto above = std::upper_bound(breakpoints_.begin(), breakpoints_.end(), y);
  const auto index = static_cast<std::size_t>(above - breakpoints_.begin());
  const double start = breakpoints_[index - 1];
  const double part =
      y > start ? std::exp(log_integral(log_density_, {start, y}).log_value - log_total_) : 0.0;
  return std::min(1.0, cumulative_[index - 1] + part);
}

// Inside the panel that holds the probability.
double RealLaw::quantile(double p) const {
  require(p > 0.0 && p < 1.0, "quantile: probability", p,
          "must lie between 0 and 1, both excluded");
  const auto above = std::upper_bound(cumulative_.begin(), cumulative_.end(), p);
  const auto index = std::clamp<std::ptrdiff_t>(
      above - cumulative_.begin(), 1, static_cast<std::ptrdiff_t>(cumulative_.size()) - 1);
  double low = breakpoints_[static_cast<std::size_t>(index - 1)];
  double high = breakpoints_[static_cast<std::size_t>(index)];
  // A closed form may differ from the table by a rounding error at the panel's ends, and heavy
  // tails go on beyond the last one.
  while (cdf(low) > p) {
    if (low <= -kFarthestQuantile) return low;
    high = low;
    low = std::max(centre_ - 4.0 * std::abs(low - centre_) - scale_, -kFarthestQuantile);
  }
  while (cdf(high) < p) {
    if (high >= kFarthestQuantile) return high;
    low = high;
    high = std::min(centre_ + 4.0 * std::abs(high - centre_) + scale_, kFarthestQuantile);
  }
  return find_zero([&](double y) { return cdf(y) - p; }, low, high, 1e-14 * scale_);
}

}  // namespace phigp
