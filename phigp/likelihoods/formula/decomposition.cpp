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
  const double tilt = odd_part(density, row, centre, kProbe) / (2.0 * kProbe);
  return std::abs(tilt) < 1e-14 ? 0.0 : tilt;
}

namespace {

std::optional<Decomposition> symmetric_about(const Formula& density, const Row& row,
                                             double centre) {
  const double tilt = tilt_about(density, row, centre);
  if (!std::isfinite(tilt)) return std::nullopt;
  int checked = 0;
  for (double t = 1e-3; t < 2e3; t *= 1.7) {
    const double up = log_density_at(density, row, centre + t);
    const double down = log_density_at(density, row, centre - t);
    if (!std::isfinite(up) && !std::isfinite(down))
      continue;  // beyond what the formula can express
    const double size = std::abs(up) + std::abs(down) + std::abs(2.0 * tilt * t) + 1.0;
    const double rounding = 1e-11 + 1e-15 * std::abs(centre) / t;
    if (!(std::abs(up - down - 2.0 * tilt * t) <= 1e3 * rounding * size)) return std::nullopt;
    ++checked;
  }
  if (checked < 10) return std::nullopt;
  return Decomposition{centre, tilt};
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

// Candidates where the asymmetry changes sign, on a grid that is finer near 0 and near y.
std::optional<Decomposition> search(const Formula& density, const Row& row) {
  std::vector<double> grid;
  for (double x = 1e-2; x < 1e3; x *= 1.25) {
    grid.push_back(x);
    grid.push_back(-x);
    grid.push_back(row.y + x);
    grid.push_back(row.y - x);
  }
  std::sort(grid.begin(), grid.end());
  for (const double t : {1.0, 0.2, 5.0}) {
    for (std::size_t i = 1; i < grid.size(); ++i) {
      const double left = asymmetry(density, row, grid[i - 1], t);
      const double right = asymmetry(density, row, grid[i], t);
      if (!(left * right < 0.0) || std::abs(left) + std::abs(right) < 1e-12) continue;
      const double centre = bisect_asymmetry(density, row, t, grid[i - 1], grid[i]);
      if (const auto found = symmetric_about(density, row, centre)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

double log_density_at(const Formula& density, const Row& row, double f) {
  return density.evaluate_log(f, row);
}

std::optional<Decomposition> decompose(const Formula& density, const Row& row,
                                       std::optional<double> hint) {
  if (hint) {
    if (const auto found = symmetric_about(density, row, *hint)) return found;
  }
  if (const auto found = symmetric_about(density, row, row.y)) return found;
  if (const auto found = symmetric_about(density, row, 0.0)) return found;
  return search(density, row);
}

// The centre solves asymmetry(centre, theta) = 0, so d centre = -(d asymmetry / d theta) / (d
// asymmetry / d centre); the tilt then follows by the chain rule, its formula evaluated on dual
// numbers.
DecompositionSlope decomposition_slope(const Formula& density, const Row& row,
                                       const Decomposition& at, std::size_t k, bool centre_is_y) {
  const std::array<double, 4> steps{2.0, -2.0, 1.0, -1.0};
  const auto evaluate = [&](const Dual& centre, double t, std::array<Dual, 4>& out) {
    std::array<Dual, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = centre + steps[i] * t;
    density.evaluate_log(std::span<const Dual>(x), Rows(row), k, std::span<Dual>(out));
  };
  DecompositionSlope slope{Dual(at.centre), Dual(at.tilt)};
  std::array<Dual, 4> fixed;
  evaluate(slope.centre, kProbe, fixed);
  if (!centre_is_y) {
    std::array<Dual, 4> moved;
    evaluate(Dual::variable(at.centre), kProbe, moved);
    const auto asymmetric = [](const std::array<Dual, 4>& v) {
      return (v[0] - v[1] - 2.0 * (v[2] - v[3]))[1];
    };
    const double in_theta = asymmetric(fixed);
    const double in_centre = asymmetric(moved) - in_theta;
    if (std::abs(in_centre) > 1e-12) slope.centre[1] = -in_theta / in_centre;
    evaluate(slope.centre, kProbe, fixed);
  }
  slope.tilt[1] = ((fixed[2] - fixed[3]) * (0.5 / kProbe))[1];
  return slope;
}

}  // namespace phigp
