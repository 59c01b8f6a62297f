// Ranges, marks and labels of axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/report/svg.h"

namespace phigp {

namespace {

constexpr int kFewestDecades = 2;  // below this a logarithmic axis is marked at 1, 2, 5
constexpr double kMostTicks = 6.0;
constexpr double kLeastMargin = 1e-9;  // of the values' size: below it a range is one value
constexpr int kMostDigits = 17;        // that tell doubles apart

std::vector<double> linear_ticks(double low, double high) {
  const double rough = (high - low) / kMostTicks;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * decade;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * decade >= rough) step = factor * decade;
  }
  // Steps that doubles of this size cannot tell apart lead nowhere.
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(step > 4.0 * std::numeric_limits<double>::epsilon() * size) || !std::isfinite(step))
    return {low, high};
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  const double count = std::min(std::floor(high / step - first + 1e-9) + 1.0, 2.0 * kMostTicks);
  for (int k = 0; k < static_cast<int>(count); ++k) {
    const double multiple = first + k;
    ticks.push_back(multiple == 0.0 ? 0.0 : multiple * step);  // no minus zero
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

double decade_of(double value) { return std::floor(std::log10(std::abs(value)) + 1e-9); }

// Digits that tell marks apart which are `step` from each other.
int digits_for(double value, double step) {
  const double digits = decade_of(value) - decade_of(step) + 1.0;
  return static_cast<int>(std::clamp(digits, 1.0, static_cast<double>(kMostDigits)));
}

// With a proper minus sign.
std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

// "10" or "2·10" and the power.
TickLabel power_of_ten(double value, int digits) {
  const double exponent = decade_of(value);
  const double factor = value / std::pow(10.0, exponent);
  const std::string lead = std::abs(std::abs(factor) - 1.0) < 1e-6 && digits < 6
                               ? (value < 0.0 ? "-10" : "10")
                               : fmt::format("{:.{}g}·10", factor, digits);
  return {with_minus(lead), with_minus(fmt::format("{:.0f}", exponent))};
}

std::string written_out(double value, double step) {
  const int decimals = static_cast<int>(std::clamp(-decade_of(step), 0.0, 15.0));
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals == 0) return with_minus(text);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return with_minus(text);
}

std::vector<TickLabel> linear_labels(const std::vector<double>& ticks) {
  double step = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    if (k > 0) step = std::min(step, ticks[k] - ticks[k - 1]);
    largest = std::max(largest, std::abs(ticks[k]));
  }
  if (!std::isfinite(step) || !(step > 0.0)) step = std::max(largest, 1e-300);
  bool plain = largest >= 2e-3;
  if (largest >= 1e5)  // whichever is shorter: a power has a point, "·10" and the exponent
    plain = written_out(largest, step).size() <
            static_cast<std::size_t>(digits_for(largest, step) > 1 ? 5 : 4) +
                static_cast<std::size_t>(digits_for(largest, step));
  std::vector<TickLabel> labels;
  for (const double tick : ticks) {
    if (tick == 0.0) {
      labels.push_back({"0", ""});
    } else if (plain) {
      labels.push_back({written_out(tick, step), ""});
    } else {
      labels.push_back(power_of_ten(tick, digits_for(tick, step)));
    }
  }
  return labels;
}

}  // namespace

std::pair<double, double> widened_range(double low, double high) {
  if (0.05 * (high - low) > kLeastMargin * std::max(std::abs(low), std::abs(high)))
    return {low, high};
  const double margin = std::max(0.5 * std::abs(high), 0.5);
  return {low - margin, high + margin};
}

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
  const auto [wide_low, wide_high] = widened_range(low, high);
  const double margin = wide_low < low ? 0.0 : 0.05 * (high - low);
  return {std::move(label), false, wide_low - margin, wide_high + margin};
}

std::vector<double> axis_ticks(const Axis& axis) {
  return axis.logarithmic ? log_ticks(axis.low, axis.high) : linear_ticks(axis.low, axis.high);
}

std::vector<TickLabel> tick_labels(const Axis& axis) {
  const std::vector<double> ticks = axis_ticks(axis);
  if (!axis.logarithmic) return linear_labels(ticks);
  const bool plain = axis.low >= 0.9e-3 && axis.high <= 1.1e4;
  std::vector<TickLabel> labels;
  for (const double tick : ticks)
    labels.push_back(plain ? TickLabel{fmt::format("{:.6g}", tick), ""} : power_of_ten(tick, 3));
  return labels;
}

}  // namespace phigp
