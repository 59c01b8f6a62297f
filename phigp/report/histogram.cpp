#include "phigp/report/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace phigp {

namespace {

constexpr double kMostSingleValues = 40.0;  // whole numbers that get a bar each
constexpr double kLargestSingle = 1e9;      // of which half a step away is another double

}  // namespace

Bars histogram(std::span<const double> values, std::span<const double> weights, double low,
               double high, std::size_t bins, double total) {
  Bars bars;
  for (std::size_t k = 0; k <= bins; ++k)
    bars.edges.push_back(low + (high - low) * static_cast<double>(k) / static_cast<double>(bins));
  bars.heights.assign(bins, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] >= low && values[i] <= high)) continue;
    const double place = (values[i] - low) / (high - low) * static_cast<double>(bins);
    bars.heights[std::min(static_cast<std::size_t>(place), bins - 1)] +=
        weights.empty() ? 1.0 : weights[i];
  }
  if (total > 0.0)
    for (double& height : bars.heights) height /= total;
  return bars;
}

Panel histogram_panel(std::string title, std::string label, std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  bool whole = true;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
    whole = whole && value == std::round(value);
  }
  if (!(low <= high)) low = high = 0.0;
  std::size_t bins = 0;
  if (whole && high - low < kMostSingleValues &&
      std::max(std::abs(low), std::abs(high)) < kLargestSingle) {
    low -= 0.5;
    high += 0.5;
    bins = static_cast<std::size_t>(high - low);
  } else {
    std::tie(low, high) = widened_range(low, high);
    bins = std::clamp<std::size_t>(
        static_cast<std::size_t>(2.0 * std::cbrt(static_cast<double>(values.size()))), 8, 40);
  }
  Panel panel;
  panel.title = std::move(title);
  panel.bars.push_back(histogram(values, {}, low, high, bins));
  panel.x = {std::move(label), false, low, high};
  const std::vector<double>& heights = panel.bars.front().heights;
  panel.y = {"rows", false, 0.0,
             1.08 * std::max(*std::max_element(heights.begin(), heights.end()), 1.0)};
  return panel;
}

std::vector<std::size_t> spread_places(std::size_t n, std::size_t most) {
  std::vector<std::size_t> places;
  const std::size_t stride = n <= most ? 1 : (n + most - 1) / most;
  for (std::size_t i = 0; i < n; i += stride) places.push_back(i);
  return places;
}

}  // namespace phigp
