#include "phigp/likelihoods/formula/decomposition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace phigp {

namespace {

constexpr double kProbe = 1.0;  // distance from the centre at which the tilt is read off

double odd_part(const Formula& density, const Row& row, double centre, double t) {
  return log_density_at(density, row, centre + t) - log_density_at(density, row, centre - t);
}

// Zero for every t exactly when log p(centre + t) - log p(centre - t) is linear in t.
double asymmetry(const Formula& density, const Row& row, double centre, double t) {
  return odd_part(density, row, centre, 2.0 * t) - 2.0 * odd_part(density, row, centre, t);
}

}  // namespace

double tilt_about(const Formula& density, const Row& row, double centre) {
  const double up = log_density_at(density, row, centre + kProbe);
  const double down = log_density_at(density, row, centre - kProbe);
  const double tilt = (up - down) / (2.0 * kProbe);
  return std::abs(tilt) < 1e-14 * (1.0 + std::abs(up) + std::abs(down)) ? 0.0 : tilt;
}

namespace {

struct Symmetry {
  Decomposition at;
  bool bent = false;  // log p is not linear about the centre: phi is more than a constant
};

std::optional<Symmetry> symmetric_about(const Formula& density, const Row& row, double centre) {
  const double tilt = tilt_about(density, row, centre);
  if (!std::isfinite(tilt)) return std::nullopt;
  const double peak = log_density_at(density, row, centre);
  Symmetry symmetry{{centre, tilt}, !std::isfinite(peak)};
  int checked = 0;
  for (double t = 1e-3; t < 2e3; t *= 1.7) {
    const double up = log_density_at(density, row, centre + t);
    const double down = log_density_at(density, row, centre - t);
    if (!std::isfinite(up) && !std::isfinite(down))
      continue;  // beyond what the formula can express
    const double size = std::abs(up) + std::abs(down) + std::abs(2.0 * tilt * t) + 1.0;
    const double rounding = 1e-11 + 1e-15 * std::abs(centre) / t;
    if (!(std::abs(up - down - 2.0 * tilt * t) <= 1e3 * rounding * size)) return std::nullopt;
    symmetry.bent = symmetry.bent || std::abs(up + down - 2.0 * peak) > 1e3 * rounding * size;
    ++checked;
  }
  if (checked < 10) return std::nullopt;
  return symmetry;
}

double bisect_asymmetry(const Formula& density, const Row& row, double t, double low, double high) {
  const bool rising = asymmetry(density, row, low, t) < 0.0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    const double value = asymmetry(density, row, middle, t);
    if (value == 0.0) return middle;
    ((value < 0.0) == rising ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The zero again, with the step t that sees it best: where the asymmetry changes most for what
// rounding log p costs there.
double polished(const Formula& density, const Row& row, double centre) {
  const double reach = 1e-7 * (1.0 + std::abs(centre));
  double best = 0.0;
  double step = 0.0;
  for (const double t : {0.2, 1.0, 5.0, 25.0}) {
    const double left = asymmetry(density, row, centre - reach, t);
    const double right = asymmetry(density, row, centre + reach, t);
    const double size = 1.0 + std::abs(log_density_at(density, row, centre + 2.0 * t));
    if (!(left * right < 0.0) || !(std::abs(left - right) > best * size)) continue;
    best = std::abs(left - right) / size;
    step = t;
  }
  if (step == 0.0) return centre;
  return bisect_asymmetry(density, row, step, centre - reach, centre + reach);
}

// Candidates where the asymmetry changes sign, on a grid that is finer near 0 and near y. Where
// log p is linear on either side of its centre, only steps t as wide as the grid see it.
std::optional<Decomposition> search(const Formula& density, const Row& row) {
  std::vector<double> grid;
  for (double x = 1e-2; x < 1e6; x *= 1.25) {
    grid.push_back(x);
    grid.push_back(-x);
    grid.push_back(row.y + x);
    grid.push_back(row.y - x);
  }
  std::sort(grid.begin(), grid.end());
  for (const double t : {1.0, 0.2, 5.0, 100.0, 3e3, 1e5}) {
    for (std::size_t i = 1; i < grid.size(); ++i) {
      const double left = asymmetry(density, row, grid[i - 1], t);
      const double right = asymmetry(density, row, grid[i], t);
      const double size = 1.0 + std::abs(log_density_at(density, row, grid[i]));
      if (!(left * right < 0.0) || std::abs(left) + std::abs(right) < 1e-12 * size) continue;
      const double centre = bisect_asymmetry(density, row, t, grid[i - 1], grid[i]);
      const auto found = symmetric_about(density, row, polished(density, row, centre));
      if (found && found->bent) return found->at;
    }
  }
  return std::nullopt;
}

// What is symmetric about two points is symmetric about all, a parabola: its top has no tilt.
Decomposition without_tilt(const Formula& density, const Row& row, const Decomposition& at) {
  if (at.tilt == 0.0 || !symmetric_about(density, row, at.centre + 1.0)) return at;
  double centre = at.centre;
  double step = 1.0;
  for (int i = 0; i < 12; ++i) {
    const double up = log_density_at(density, row, centre + step);
    const double down = log_density_at(density, row, centre - step);
    const double bend = 2.0 * log_density_at(density, row, centre) - up - down;
    if (!(bend > 0.0)) return at;
    centre += 0.5 * step * (up - down) / bend;
    if (bend < 1.0) step *= 8.0;  // rounding is least where the bend is large
  }
  const auto found = symmetric_about(density, row, centre);
  const bool gone = found && std::abs(found->at.tilt) < 1e-9 * std::abs(at.tilt);
  return gone ? Decomposition{centre, 0.0} : at;
}

// Bisection leaves 2.9999999999999996 where the formula says 3.
double snapped(double x) {
  if (std::abs(x) < 1e-13) return 0.0;
  const double unit = std::pow(10.0, std::ceil(std::log10(std::abs(x))) - 12.0);
  const double near = unit >= 1.0 ? std::round(x / unit) * unit
                                  : std::round(x * std::round(1.0 / unit)) / std::round(1.0 / unit);
  return std::abs(near - x) <= 1e-14 * std::max(1.0, std::abs(x)) ? near : x;
}

}  // namespace

double log_density_at(const Formula& density, const Row& row, double f) {
  return density.evaluate_log(f, row);
}

std::optional<Decomposition> decompose(const Formula& density, const Row& row,
                                       std::optional<double> hint) {
  std::optional<Decomposition> straight;
  for (const double candidate : {hint.value_or(row.y), row.y, 0.0}) {
    const auto found = symmetric_about(density, row, candidate);
    if (found && found->bent) return without_tilt(density, row, found->at);
    if (found && !straight) straight = found->at;
  }
  const auto found = search(density, row);
  return found ? found : straight;
}

double informative_radius(const Formula& density, const Row& row, const Decomposition& at) {
  const double peak = log_density_at(density, row, at.centre);
  for (const double r : {1.0, 1e2, 1e-2, 1e4, 1e-4, 1e6, 1e-6, 1e8, 1e-8, 1e12, 1e16, 1e20}) {
    const double fall =
        log_density_at(density, row, at.centre + std::sqrt(r)) - peak - at.tilt * std::sqrt(r);
    if (fall < -1e-2 && fall > -1e3) return r;
  }
  return 1.0;
}

std::optional<CentreLine> centre_line(const Formula& density, const Row& a, const Row& b) {
  const auto first = decompose(density, a);
  const auto second = decompose(density, b);
  if (!first || !second) return std::nullopt;
  const double slope = snapped((second->centre - first->centre) / (b.y - a.y));
  return CentreLine{snapped(first->centre - slope * a.y), slope};
}

// The centre solves asymmetry(centre, theta) = 0, so d centre = -(d asymmetry / d theta) / (d
// asymmetry / d centre); that of a parabola, which is symmetric everywhere, solves tilt = 0. The
// tilt then follows by the chain rule, its formula evaluated on dual numbers.
DecompositionSlope decomposition_slope(const Formula& density, const Row& row,
                                       const Decomposition& at, std::size_t k,
                                       std::optional<double> centre_slope) {
  const std::array<double, 4> steps{2.0, -2.0, 1.0, -1.0};
  const auto evaluate = [&](const Dual& centre, double t, std::array<Dual, 4>& out) {
    std::array<Dual, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = centre + steps[i] * t;
    density.evaluate_log(std::span<const Dual>(x), Rows(row), k, std::span<Dual>(out));
  };
  DecompositionSlope slope{Dual(at.centre), Dual(at.tilt)};
  std::array<Dual, 4> fixed;
  evaluate(slope.centre, kProbe, fixed);
  if (!centre_slope) {
    std::array<Dual, 4> moved;
    evaluate(Dual::variable(at.centre), kProbe, moved);
    double size = 0.0;
    for (std::size_t i = 0; i < 4; ++i) size += std::abs(moved[i][1] - fixed[i][1]);
    const auto zero_moves = [&](auto&& condition) -> std::optional<double> {
      const double in_theta = condition(fixed);
      const double in_centre = condition(moved) - in_theta;
      if (!(std::abs(in_centre) > 1e-10 * size)) return std::nullopt;
      return -in_theta / in_centre;
    };
    centre_slope = zero_moves(
        [](const std::array<Dual, 4>& v) { return (v[0] - v[1] - 2.0 * (v[2] - v[3]))[1]; });
    if (!centre_slope && at.tilt == 0.0)
      centre_slope = zero_moves([](const std::array<Dual, 4>& v) { return (v[2] - v[3])[1]; });
  }
  slope.centre[1] = centre_slope.value_or(0.0);
  if (slope.centre[1] != 0.0) evaluate(slope.centre, kProbe, fixed);
  slope.tilt[1] = ((fixed[2] - fixed[3]) * (0.5 / kProbe))[1];
  return slope;
}

}  // namespace phigp
