#include "phigp/linalg/quadrature.h"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kNodes = 21;
constexpr std::size_t kMostPanels = 4000;

struct Rule {
  std::array<double, kNodes> x{};  // on [-1, 1]
  std::array<double, kNodes> kronrod{};
  std::array<double, kNodes> gauss{};  // 0 at nodes that are not Gauss nodes
};

Rule make_rule() {
  using Kronrod = boost::math::quadrature::gauss_kronrod<double, kNodes>;
  using Gauss = boost::math::quadrature::gauss<double, kNodes / 2>;
  Rule rule;
  const auto& x = Kronrod::abscissa();
  const auto& w = Kronrod::weights();
  // Both rules store one half, from the middle out. Kronrod's odd positions (10 Gauss points: no
  // middle) are Gauss's.
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t right = kNodes / 2 + i;
    const std::size_t left = kNodes / 2 - i;
    rule.x[right] = x[i];
    rule.x[left] = -x[i];
    rule.kronrod[right] = rule.kronrod[left] = w[i];
    if (i % 2 == 1) rule.gauss[right] = rule.gauss[left] = Gauss::weights()[(i - 1) / 2];
  }
  return rule;
}

struct Panel {
  double low = 0.0;
  double high = 0.0;
  double shift = 0.0;  // value and error are times exp(shift): the panel's largest log integrand, 0
                       // for plain integrands
  double value = 0.0;
  double error = 0.0;
};

void nodes_of(const Rule& rule, const Panel& panel, std::array<double, kNodes>& x) {
  const double half = 0.5 * (panel.high - panel.low);
  const double middle = 0.5 * (panel.high + panel.low);
  for (std::size_t i = 0; i < kNodes; ++i) x[i] = middle + half * rule.x[i];
}

void estimate(const Rule& rule, std::span<const double> values, Panel& panel) {
  const double half = 0.5 * (panel.high - panel.low);
  double kronrod = 0.0;
  double gauss = 0.0;
  for (std::size_t i = 0; i < kNodes; ++i) {
    kronrod += rule.kronrod[i] * values[i];
    gauss += rule.gauss[i] * values[i];
  }
  panel.value = half * kronrod;
  // Not sharpened as is usual for smooth integrands: kinks are common here and the sharper estimate
  // is wrong at them.
  panel.error = std::abs(half * (kronrod - gauss));
}

struct Total {
  double shift = 0.0;
  double value = 0.0;
  double error = 0.0;
};

Total add_up(const std::vector<Panel>& panels) {
  Total total;
  total.shift = -std::numeric_limits<double>::infinity();
  for (const Panel& panel : panels) total.shift = std::max(total.shift, panel.shift);
  if (!std::isfinite(total.shift)) return total;
  for (const Panel& panel : panels) {
    const double factor = std::exp(panel.shift - total.shift);
    total.value += factor * panel.value;
    total.error += factor * panel.error;
  }
  return total;
}

// Splits every panel that carries a fair share of the error, until the errors sum to less than
// goal(total).
Total refine(std::vector<Panel>& panels, const std::function<void(Panel&)>& measure,
             const std::function<double(const Total&)>& goal) {
  for (;;) {
    const Total total = add_up(panels);
    if (!(total.error > goal(total)) || panels.size() >= kMostPanels) return total;
    const double share = 0.5 * total.error / static_cast<double>(panels.size());
    std::vector<Panel> next;
    bool split = false;
    for (const Panel& panel : panels) {
      const double middle = 0.5 * (panel.low + panel.high);
      const bool divisible = middle > panel.low && middle < panel.high;
      if (panel.error * std::exp(panel.shift - total.shift) <= share || !divisible) {
        next.push_back(panel);
        continue;
      }
      split = true;
      Panel halves[2] = {{panel.low, middle}, {middle, panel.high}};
      double sum = 0.0;
      for (Panel& half : halves) {
        measure(half);
        sum += half.value * std::exp(half.shift - panel.shift);
      }
      // What the split changed is as good an estimate, and is not fooled where both rules err
      // alike. (A half that found a far higher peak says nothing about its parent.)
      const double change = 0.5 * std::abs(sum - panel.value);
      for (Panel& half : halves) {
        const double rise = half.shift - panel.shift;
        if (std::isfinite(change) && std::abs(rise) < 300.0)
          half.error = std::max(half.error, change * std::exp(-rise));
        next.push_back(half);
      }
    }
    panels = std::move(next);
    if (!split) return add_up(panels);  // as narrow as numbers allow
  }
}

std::vector<Panel> panels_between(std::vector<double> breakpoints) {
  for (const double point : breakpoints)
    require(std::isfinite(point), "quadrature: breakpoint", point, "must be finite");
  std::sort(breakpoints.begin(), breakpoints.end());
  std::vector<Panel> panels;
  for (std::size_t i = 1; i < breakpoints.size(); ++i) {
    if (breakpoints[i] > breakpoints[i - 1]) panels.push_back({breakpoints[i - 1], breakpoints[i]});
  }
  return panels;
}

const Rule& rule_once() {
  static const Rule rule = make_rule();
  return rule;
}

}  // namespace

LogIntegral log_integral(const ArrayFunction& log_f, std::vector<double> breakpoints,
                         double tolerance) {
  const Rule& rule = rule_once();
  std::vector<Panel> panels = panels_between(std::move(breakpoints));
  std::array<double, kNodes> x{};
  std::array<double, kNodes> values{};
  // A peak between the first nodes is found all the same: the panel with the largest values is the
  // one that gets split.
  const auto measure = [&](Panel& panel) {
    nodes_of(rule, panel, x);
    log_f(x, values);
    panel.shift = -std::numeric_limits<double>::infinity();
    for (const double value : values) {
      if (value > panel.shift) panel.shift = value;
    }
    for (double& value : values)
      value = std::isfinite(panel.shift) ? std::exp(value - panel.shift) : 0.0;
    estimate(rule, values, panel);
  };
  for (Panel& panel : panels) measure(panel);
  const Total total =
      refine(panels, measure, [&](const Total& sum) { return tolerance * sum.value; });
  if (!std::isfinite(total.shift)) return {total.shift, 0.0};
  return {total.shift + std::log(total.value), total.error / total.value};
}

double integral(const ArrayFunction& f, std::vector<double> breakpoints, double tolerance) {
  const Rule& rule = rule_once();
  std::vector<Panel> panels = panels_between(std::move(breakpoints));
  std::array<double, kNodes> x{};
  std::array<double, kNodes> values{};
  const auto measure = [&](Panel& panel) {
    nodes_of(rule, panel, x);
    f(x, values);
    estimate(rule, values, panel);
  };
  for (Panel& panel : panels) measure(panel);
  return refine(panels, measure, [&](const Total&) { return tolerance; }).value;
}

std::vector<double> geometric_breakpoints(double centre, double scale, double low, double high,
                                          double ratio) {
  std::vector<double> points{low, high};
  const auto add = [&](double point) {
    if (point > low && point < high) points.push_back(point);
  };
  add(centre);
  const double farthest = std::max(std::abs(high - centre), std::abs(low - centre));
  for (double step = scale / (ratio * ratio); step < farthest; step *= ratio) {
    add(centre - step);
    add(centre + step);
  }
  std::sort(points.begin(), points.end());
  return points;
}

}  // namespace phigp
