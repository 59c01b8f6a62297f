#include "phigp/augmentation/quantile_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/augmentation/cornish_fisher.h"
#include "phigp/augmentation/normal_score.h"
#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kStencil = 6;
constexpr double kNormalEnough =
    0.01;  // departure below which the expansion is as exact as the inversion
constexpr double kWorstInversion =
    1e-7;  // error of the inverted law above which a table is not worth building

// The polynomial of degree 7 on [0, 1] with the given value and three derivatives at both ends.
// math.md (S.2)
std::array<double, 8> hermite(const std::array<double, 4>& left, const std::array<double, 4>& right,
                              double h) {
  const double h2 = 0.5 * h * h;
  const double h3 = h * h * h / 6.0;
  const double c0 = left[0];
  const double c1 = h * left[1];
  const double c2 = h2 * left[2];
  const double c3 = h3 * left[3];
  const double r0 = right[0] - (c0 + c1 + c2 + c3);
  const double r1 = h * right[1] - (c1 + 2.0 * c2 + 3.0 * c3);
  const double r2 = h2 * right[2] - (c2 + 3.0 * c3);
  const double r3 = h3 * right[3] - c3;
  return {c0,
          c1,
          c2,
          c3,
          35.0 * r0 - 15.0 * r1 + 5.0 * r2 - r3,
          -84.0 * r0 + 39.0 * r1 - 14.0 * r2 + 3.0 * r3,
          70.0 * r0 - 34.0 * r1 + 13.0 * r2 - 3.0 * r3,
          -20.0 * r0 + 10.0 * r1 - 4.0 * r2 + r3};
}

// Lagrange's weights at the point a for the nodes 0, 1, ..., 5.
inline std::array<double, kStencil> lagrange(double a) {
  const double d0 = a, d1 = a - 1.0, d2 = a - 2.0, d3 = a - 3.0, d4 = a - 4.0, d5 = a - 5.0;
  const double d01 = d0 * d1, d23 = d2 * d3, d45 = d4 * d5;
  const double d0123 = d01 * d23, d2345 = d23 * d45, d0145 = d01 * d45;
  return {d1 * d2345 * (-1.0 / 120.0), d0 * d2345 * (1.0 / 24.0),  d3 * d0145 * (-1.0 / 12.0),
          d2 * d0145 * (1.0 / 12.0),   d5 * d0123 * (-1.0 / 24.0), d4 * d0123 * (1.0 / 120.0)};
}

}  // namespace

QuantileTable::QuantileTable(const Inversion& inversion, const Moments& moments, const Row& row,
                             const TableGrid& grid)
    : grid_(grid), start_(inversion.support().start), first_t_(std::log(grid.least_c2)) {
  z_count_ = static_cast<std::size_t>(std::lround(2.0 * grid_.z_most / grid_.z_step)) + 1;
  const double range = std::log(grid.most_c2) - first_t_;
  t_count_ = std::max(kStencil, static_cast<std::size_t>(std::ceil(range / grid_.t_step)) + 1);
  values_.resize(z_count_ * t_count_);
  std::vector<std::array<double, 4>> log_mean;
  for (std::size_t k = 0; k < t_count_; ++k) {
    const double c2 = std::exp(t_at(k));
    const ShapeOfLaw shape = shape_of_law(moments, row, start_, c2);
    log_mean.push_back(shape.log_mean);
    if (shape.departure() < kNormalEnough) {
      for (std::size_t j = 0; j < z_count_; ++j) {
        values_[k * z_count_ + j] = std::log1p(shape.relative_deviation(z_at(j)));
      }
    } else {
      fill_column(k, inversion.law(c2), shape.log_mean[0]);
    }
  }
  for (std::size_t k = 0; k + 1 < t_count_; ++k) {
    cells_.push_back(hermite(log_mean[k], log_mean[k + 1], grid_.t_step));
  }
}

// From up to three columns before, moved to agree with the node nearer to the centre; in the first
// column from the nodes nearer to the centre alone.
double QuantileTable::predicted(std::size_t k, std::size_t j) const {
  const std::size_t centre = z_count_ / 2;
  const auto value = [&](std::size_t column, std::size_t node) {
    return values_[column * z_count_ + node];
  };
  const auto inner = [&](std::size_t node, std::size_t by) {
    return node > centre ? node - by : node + by;
  };
  const std::size_t inside = j > centre ? j - centre : centre - j;
  if (k == 0) {
    if (inside == 1) return value(0, inner(j, 1));
    if (inside == 2) return 2.0 * value(0, inner(j, 1)) - value(0, inner(j, 2));
    return 3.0 * value(0, inner(j, 1)) - 3.0 * value(0, inner(j, 2)) + value(0, inner(j, 3));
  }
  const auto carried = [&](std::size_t node) {
    if (k == 1) return value(0, node);
    if (k == 2) return 2.0 * value(1, node) - value(0, node);
    return 3.0 * value(k - 1, node) - 3.0 * value(k - 2, node) + value(k - 3, node);
  };
  return inside == 0 ? carried(j) : carried(j) + value(k, inner(j, 1)) - carried(inner(j, 1));
}

void QuantileTable::fill_column(std::size_t k, const TiltedLaw& law, double log_mean) {
  double* column = values_.data() + k * z_count_;
  const std::size_t centre = z_count_ / 2;
  const auto solve = [&](std::size_t j, double at) {
    const double z = z_at(j);
    double bend = 0.0;  // d^2 log y / dz^2, from the column before
    if (k > 0 && j > 0 && j + 1 < z_count_) {
      const double* before = column - z_count_;
      bend = (before[j - 1] - 2.0 * before[j] + before[j + 1]) / (grid_.z_step * grid_.z_step);
    }
    for (int i = 0; i < 8; ++i) {
      const double y = std::exp(at + log_mean);
      const InvertedLaw value = law.at(start_ + y);
      const double score = normal_score(value.cdf, value.complement);
      const double slope = value.pdf * y / normal_density(score);
      if (beyond_rounding(value.error, value, start_ + y) > kWorstInversion) {
        throw NumericalError(
            "table", fmt::format("{:.1e} at c2 = {:.3g}", value.error, std::exp(t_at(k))),
            fmt::format("needs an inversion with errors below {:.1e}", kWorstInversion));
      }
      if (!(slope > 0.0)) break;  // far out in a tail
      const double miss = z - score;
      if (std::abs(miss) < 0.5) {
        const double step = miss / slope + 0.5 * miss * miss * bend;
        at += step;
        if (std::abs(miss) < (k > 0 ? 3e-3 : 1e-4)) return at;
      } else {
        at += std::clamp(miss / slope, -1.0, 1.0);
      }
    }
    return std::log(law.quantile(normal_cdf(-std::abs(z)), z > 0.0) - start_) - log_mean;
  };
  const auto set = [&](std::size_t j, double value) {
    if (!std::isfinite(value)) {
      throw NumericalError(
          "table", fmt::format("z = {:.2f}, c2 = {:.3g}", z_at(j), std::exp(t_at(k))),
          "needs quantiles within the range of doubles, and has none at this point");
    }
    column[j] = value;
  };
  set(centre, solve(centre, k > 0 ? predicted(k, centre)
                                  : std::log(law.quantile(0.5) - start_) - log_mean));
  for (std::size_t j = centre; j-- > 0;) set(j, solve(j, predicted(k, j)));
  for (std::size_t j = centre + 1; j < z_count_; ++j) set(j, solve(j, predicted(k, j)));
}

double QuantileTable::omega(double z, double c2) const {
  const double u = (std::log(std::max(c2, grid_.least_c2)) - first_t_) / grid_.t_step;
  const auto cell = std::min(static_cast<std::size_t>(u), t_count_ - 2);
  const auto column = std::min(cell - std::min<std::size_t>(cell, 2), t_count_ - kStencil);
  const double v = (std::clamp(z, -grid_.z_most, grid_.z_most) + grid_.z_most) / grid_.z_step;
  const auto node = std::min(static_cast<std::size_t>(std::max(v - 2.0, 0.0)), z_count_ - kStencil);
  const std::array<double, kStencil> in_t = lagrange(u - static_cast<double>(column));
  const std::array<double, kStencil> in_z = lagrange(v - static_cast<double>(node));
  const double* corner = values_.data() + column * z_count_ + node;
  double sum = 0.0;
  for (std::size_t k = 0; k < kStencil; ++k) {
    double row = 0.0;
    for (std::size_t j = 0; j < kStencil; ++j) row += in_z[j] * corner[k * z_count_ + j];
    sum += in_t[k] * row;
  }
  const std::array<double, 8>& mean = cells_[cell];
  const double f = u - static_cast<double>(cell);
  double log_mean = mean[7];
  for (std::size_t i = 7; i-- > 0;) log_mean = log_mean * f + mean[i];
  return start_ + std::exp(log_mean + sum);
}

}  // namespace phigp
