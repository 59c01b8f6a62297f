#include "phigp/likelihoods/density_quadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "phigp/base/limits.h"

namespace phigp {

namespace {

constexpr double kNearReach = 9.1;  // standard deviations: 1e-19 of the mass lies beyond
constexpr double kFarReach = 10.0;  // and as much after a tilt of one standard deviation
constexpr double kFarCentre = 8.0;  // a centre this many away does not show, not even its kink
// What the last halving of the step may have changed. For analytic integrands the error left is
// the square of it.
constexpr double kHalvingSettled = 1e-10;
constexpr double kEdge = 1e-14;     // the outermost terms, of the sum
constexpr std::size_t kBatch = 32;  // terms evaluated at once

// The nodes that one halving adds, as distances: from m in the far grid, from the centre in the
// near one, both in standard deviations and increasing.
struct Nodes {
  std::vector<double> t;
  std::vector<double> weight;
};

using Grid = std::vector<Nodes>;  // step, step/2, …; weights are those of their own step

// f = m + sd t. (O.2)
Grid far_grid() {
  Grid grid;
  double step = 0.8;
  for (int halving = 0; halving < 3; ++halving, step *= 0.5) {
    Nodes nodes;
    const int last = static_cast<int>(kFarReach / step);
    for (int k = -last; k <= last; ++k) {
      if (halving > 0 && k % 2 == 0) continue;
      nodes.t.push_back(k * step);
      nodes.weight.push_back(step * std::exp(-0.5 * k * step * k * step));
    }
    grid.push_back(std::move(nodes));
  }
  return grid;
}

// |f - centre| = sd t, t = exp(x - e^-x), which approaches a kink double exponentially. (O.3)
Grid near_grid() {
  constexpr double kLowest = -3.75;                                // t = 1e-20
  const double highest = std::log(kFarCentre + kNearReach) + 0.4;  // one step beyond the reach
  Grid grid;
  double step = 0.25;
  for (int halving = 0; halving < 4; ++halving, step *= 0.5) {
    Nodes nodes;
    for (int k = halving > 0 ? 1 : 0; kLowest + k * step <= highest; k += halving > 0 ? 2 : 1) {
      const double inward = std::exp(-(kLowest + k * step));
      nodes.t.push_back(std::exp(kLowest + k * step - inward));
      nodes.weight.push_back(step * nodes.t.back() * (1.0 + inward));
    }
    grid.push_back(std::move(nodes));
  }
  return grid;
}

// A sum of terms e^shift value, and its outermost ones.
struct Sum {
  double shift = -kInfinity;
  double value = 0.0;
  double first = 0.0;
  double last = 0.0;

  // Terms to come are at most e^at times something of order 1.
  void raise(double at) {
    if (!(at > shift)) return;
    const double factor = std::exp(shift - at);
    for (double* part : {&value, &first, &last}) *part *= factor;
    shift = at;
  }
};

struct Problem {
  const Likelihood& likelihood;
  const Row& row;
  Terms<double> terms;
  double sd;
  double z;  // (m - centre) / sd
};

double gaussian(double z) { return std::exp(-0.5 * z * z); }

// Nodes of one halving. log phi is even in u = f - centre, so that in the near grid both sides
// share it.
void add(const Problem& problem, const Nodes& nodes, bool near, Sum& sum) {
  std::array<double, kBatch> r{};
  std::array<double, kBatch> log_phi{};
  const double high = near ? std::abs(problem.z) + kNearReach : kInfinity;
  const Terms<double>& terms = problem.terms;
  for (std::size_t begin = 0; begin < nodes.t.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, nodes.t.size() - begin);
    const double* t = nodes.t.data() + begin;
    const auto u_at = [&](std::size_t i) { return problem.sd * (near ? t[i] : problem.z + t[i]); };
    for (std::size_t i = 0; i < count; ++i) r[i] = terms.gamma * u_at(i) * u_at(i) + terms.offset;
    problem.likelihood.radial().log_phi(std::span<const double>(r.data(), count), Rows(problem.row),
                                        std::span(log_phi.data(), count));
    for (std::size_t i = 0; i < count; ++i) {
      const double value = r[i] == 0.0 ? 0.0 : log_phi[i];
      const double tilt = terms.g * u_at(i);
      double term = nodes.weight[begin + i];
      if (near) {
        sum.raise(value + std::abs(tilt));
        const double right = gaussian(t[i] - problem.z);
        const double left = gaussian(t[i] + problem.z);
        term *= tilt == 0.0 ? (right + left) * std::exp(value - sum.shift)
                            : right * std::exp(value + tilt - sum.shift) +
                                  left * std::exp(value - tilt - sum.shift);
      } else {
        sum.raise(value + tilt);
        term *= std::exp(value + tilt - sum.shift);
      }
      sum.value += term;
      if (begin + i == 0) sum.first = std::max(sum.first, term);
      sum.last = term;
      if (t[i] > high) return;
    }
  }
}

}  // namespace

std::optional<double> settled_log_density(const Likelihood& likelihood, const Row& row, double m,
                                          double sd) {
  static const Grid far = far_grid();
  static const Grid close = near_grid();
  const Terms<double> terms = likelihood.terms(row);
  const Problem problem{likelihood, row, terms, sd, (m - terms.centre) / sd};
  const bool near = std::abs(problem.z) <= kFarCentre;
  const Grid& grid = near ? close : far;
  Sum sum;
  for (std::size_t halving = 0; halving < grid.size(); ++halving) {
    const double before_shift = sum.shift;
    const double before = sum.value;
    sum.value *= 0.5;
    add(problem, grid[halving], near, sum);
    if (!(sum.value > 1e-200) || !std::isfinite(sum.value)) return std::nullopt;
    if (std::max(sum.first, sum.last) > kEdge * sum.value) return std::nullopt;
    if (halving == 0) continue;
    const double change = sum.value - before * std::exp(before_shift - sum.shift);
    if (std::abs(change) > kHalvingSettled * sum.value) continue;
    return terms.log_peak + sum.shift + std::log(sum.value) -
           0.5 * std::log(2.0 * std::numbers::pi);
  }
  return std::nullopt;
}

}  // namespace phigp
