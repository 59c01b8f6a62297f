#include "phigp/augmentation/quantile_table.h"

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/quantile_column.h"

namespace phigp {

namespace {

constexpr std::size_t kStencil = 6;
constexpr std::size_t kCoarse = 8;  // distance of the columns that are always computed
constexpr double kNormalEnough =
    0.01;  // departure below which the expansion is as exact as the inversion
// How near a guess has to be for one step to finish, in normal score units: with the curvature of
// neighbouring columns, and with that of columns far away.
constexpr double kNear = 3e-3;
constexpr double kNearFromAfar = 3e-4;

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
                             const TableGrid& grid, const QuantileTable* coarser)
    : grid_(grid),
      start_(inversion.support().start),
      first_t_(std::log(grid.least_c2)),
      z_count_(grid.z_count()) {
  const double range = std::log(grid.most_c2) - first_t_;
  const double strides = std::ceil(range / (static_cast<double>(kCoarse) * grid_.t_step) - 1e-6);
  t_count_ = std::max<std::size_t>(1, static_cast<std::size_t>(strides)) * kCoarse + 1;
  grid_.t_step = std::max(range / static_cast<double>(t_count_ - 1), 0.1 * grid_.t_step);
  values_.resize(z_count_ * t_count_);
  std::vector<ShapeOfLaw> shape;
  for (std::size_t k = 0; k < t_count_; ++k)
    shape.push_back(shape_of_law(moments, row, start_, c2_at(k)));
  fill(inversion, shape, coarser);
  for (std::size_t k = 0; k + 1 < t_count_; ++k)
    cells_.push_back(hermite(shape[k].log_mean, shape[k + 1].log_mean, grid_.t_step));
}

// Where the law is close to normal, by its expansion; else every eighth column by inversion, and
// the columns between by inversion or interpolation: where the column half-way between two is what
// interpolation makes of them, so is everything between them. math.md (S.2), (S.3)
void QuantileTable::fill(const Inversion& inversion, const std::vector<ShapeOfLaw>& shape,
                         const QuantileTable* coarser) {
  std::vector<bool> done(t_count_, false);
  const auto set = [&](std::size_t k, const std::vector<double>& values) {
    std::copy(values.begin(), values.end(), column(k));
    done[k] = true;
  };
  const auto law = [&](std::size_t k) {
    return QuantileColumn(inversion, grid_, c2_at(k), shape[k].log_mean[0]);
  };
  const auto known = [&](std::size_t k) {
    return coarser ? coarser->shared_column(k, *this) : std::span<const double>();
  };
  for (std::size_t k = 0; k < t_count_; ++k) {
    if (shape[k].departure() < kNormalEnough) set(k, expanded(shape[k]));
  }
  for (std::size_t k = 0; k < t_count_; k += kCoarse) {
    if (!done[k]) set(k, law(k).inverted(extrapolated(k), kNearFromAfar, known(k)));
  }
  for (std::size_t stride = kCoarse; stride > 1; stride /= 2) {
    for (std::size_t k = stride / 2; k < t_count_; k += stride) {
      if (done[k]) continue;
      const std::vector<double> guess = interpolated(k, stride);
      const QuantileColumn here = law(k);
      if (!here.agrees(guess)) {
        set(k, here.inverted(guess, kNear, known(k)));
        continue;
      }
      for (std::size_t m = k - stride / 2 + 1; m < k + stride / 2; ++m) {
        if (!done[m]) set(m, interpolated(m, stride));
      }
    }
  }
}

std::span<const double> QuantileTable::shared_column(std::size_t k,
                                                     const QuantileTable& finer) const {
  const std::size_t t_ratio = (finer.t_count_ - 1) / (t_count_ - 1);
  const bool nested = t_ratio * (t_count_ - 1) == finer.t_count_ - 1 &&
                      (finer.z_count_ - 1) % (z_count_ - 1) == 0 && first_t_ == finer.first_t_;
  if (!nested || k % t_ratio != 0) return {};
  return {column(k / t_ratio), z_count_};
}

std::vector<double> QuantileTable::expanded(const ShapeOfLaw& shape) const {
  std::vector<double> values(z_count_);
  for (std::size_t j = 0; j < z_count_; ++j)
    values[j] = std::log1p(shape.relative_deviation(grid_.z_at(j)));
  return values;
}

// A coarse column from up to three coarse columns before it.
std::vector<double> QuantileTable::extrapolated(std::size_t k) const {
  const std::size_t before = k / kCoarse;
  if (before == 0) return {};
  std::vector<double> guess(z_count_);
  for (std::size_t j = 0; j < z_count_; ++j) {
    const auto value = [&](std::size_t back) { return column(k - back * kCoarse)[j]; };
    guess[j] = before == 1   ? value(1)
               : before == 2 ? 2.0 * value(1) - value(2)
                             : 3.0 * value(1) - 3.0 * value(2) + value(3);
  }
  return guess;
}

// Column k from the nearest columns whose number is a multiple of `stride`.
std::vector<double> QuantileTable::interpolated(std::size_t k, std::size_t stride) const {
  const Stencil stencil = stencil_at(k, stride, t_count_, kStencil);
  std::vector<double> guess(z_count_, 0.0);
  for (std::size_t i = 0; i < stencil.count; ++i) {
    const double* values = column(stencil.first + i * stride);
    for (std::size_t j = 0; j < z_count_; ++j) guess[j] += stencil.weight[i] * values[j];
  }
  return guess;
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
