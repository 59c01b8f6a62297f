// Ranges and marks of axes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/report/svg.h"

namespace phigp {

namespace {

constexpr int kFewestDecades = 2;  // below this a logarithmic axis is marked at 1, 2, 5
constexpr double kMostTicks = 6.0;

std::vector<double> linear_ticks(double low, double high) {
  const double rough = (high - low) / kMostTicks;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * decade;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * decade >= rough) step = factor * decade;
  }
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
    ticks.push_back(k == 0.0 ? 0.0 : k * step);  // no minus zero
  }
  return ticks;
}

std::vector<double> log_ticks(double low, double high) {
  const double first = std::ceil(std::log10(low) - 1e-9);
  const double last = std::floor(std::log10(high) + 1e-9);
  std::vector<double> ticks;
  if (last - first < kFewestDecades) {
    for (double k = first - 1.0; k <= last + 1.0; ++k) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double tick = factor * std::pow(10.0, k);
        if (tick >= low * (1.0 - 1e-9) && tick <= high * (1.0 + 1e-9)) ticks.push_back(tick);
      }
    }
    return ticks.size() >= 2 ? ticks : linear_ticks(low, high);
  }
  const double step = std::max(1.0, std::ceil((last - first) / kMostTicks));
  for (double k = std::ceil(first / step) * step; k <= last; k += step) {
    ticks.push_back(std::pow(10.0, k));
  }
  return ticks;
}

}  // namespace

Axis fitted_axis(std::string label, bool logarithmic, std::span<const std::vector<double>> values,
                 double most_decades) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const std::vector<double>& line : values) {
    for (const double value : line) {
      if (!std::isfinite(value) || (logarithmic && !(value > 0.0))) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low <= high)) return {std::move(label), logarithmic, logarithmic ? 0.1 : 0.0, 1.0};
  if (logarithmic) {
    low = std::max(low, high * std::pow(10.0, -most_decades));
    const double margin = std::max(0.04 * std::log10(high / low), high / low < 1.01 ? 0.5 : 0.0);
    return {std::move(label), true, low * std::pow(10.0, -margin), high * std::pow(10.0, margin)};
  }
  double margin = 0.05 * (high - low);
  if (!(margin > 1e-9 * std::max(std::abs(low), std::abs(high)))) {
    margin = std::max(0.5 * std::abs(high), 0.5);
  }
  return {std::move(label), false, low - margin, high + margin};
}

std::vector<double> axis_ticks(const Axis& axis) {
  return axis.logarithmic ? log_ticks(axis.low, axis.high) : linear_ticks(axis.low, axis.high);
}

}  // namespace phigp
