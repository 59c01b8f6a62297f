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
constexpr std::size_t kCoarse = 8;  // distance of the columns that are always computed
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

// Lagrange's interpolation to point k of 0 ... size - 1 from the nearest multiples of a stride.
struct Stencil {
  std::size_t first = 0;
  std::size_t count = 0;
  std::array<double, 8> weight{};
};

Stencil stencil_at(std::size_t k, std::size_t stride, std::size_t size, std::size_t order) {
  const std::size_t nodes = (size - 1) / stride + 1;
  Stencil stencil;
  stencil.count = std::min(order, nodes);
  const std::size_t before = std::min(k / stride, stencil.count / 2 - 1);
  const std::size_t first = std::min(k / stride - before, nodes - stencil.count);
  stencil.first = first * stride;
  const double at =
      static_cast<double>(k) / static_cast<double>(stride) - static_cast<double>(first);
  for (std::size_t i = 0; i < stencil.count; ++i) {
    double weight = 1.0;
    for (std::size_t m = 0; m < stencil.count; ++m) {
      if (m != i)
        weight *= (at - static_cast<double>(m)) / (static_cast<double>(i) - static_cast<double>(m));
    }
    stencil.weight[i] = weight;
  }
  return stencil;
}

double along_z(const double* values, std::size_t size, std::size_t j, std::size_t stride,
               std::size_t order) {
  const Stencil stencil = stencil_at(j, stride, size, order);
  double sum = 0.0;
  for (std::size_t i = 0; i < stencil.count; ++i)
    sum += stencil.weight[i] * values[stencil.first + i * stride];
  return sum;
}

// Distance of the nodes of a column that are always computed: that of the coarsest grid.
std::size_t z_stride(const TableGrid& grid) {
  return std::max<std::size_t>(1, std::lround(TableGrid{}.z_step / grid.z_step));
}

// Is log y = log_mean + guess, as far as the grid cares?
bool agrees(const TiltedLaw& law, double start, double log_mean, const std::vector<double>& guess,
            const TableGrid& grid) {
  for (const double z : {-5.0, -3.3, -2.0, -1.0, -0.3, 0.3, 1.0, 2.0, 3.3, 5.0}) {
    const auto j = static_cast<std::size_t>(std::lround((z + grid.z_most) / grid.z_step));
    const double node = static_cast<double>(j) * grid.z_step - grid.z_most;
    const double omega = start + std::exp(log_mean + guess[j]);
    const InvertedLaw value = law.at(omega);
    const double miss =
        node < 0.0 ? value.cdf - normal_cdf(node) : value.complement - normal_cdf(-node);
    if (!(beyond_rounding(miss, value, omega) <= grid.agreement)) return false;
  }
  return true;
}

}  // namespace

QuantileTable::QuantileTable(const Inversion& inversion, const Moments& moments, const Row& row,
                             const TableGrid& grid)
    : grid_(grid), start_(inversion.support().start), first_t_(std::log(grid.least_c2)) {
  z_count_ = static_cast<std::size_t>(std::lround(2.0 * grid_.z_most / grid_.z_step)) + 1;
  const double range = std::log(grid.most_c2) - first_t_;
  const double strides = std::ceil(range / (static_cast<double>(kCoarse) * grid_.t_step) - 1e-6);
  t_count_ = std::max<std::size_t>(1, static_cast<std::size_t>(strides)) * kCoarse + 1;
  grid_.t_step = std::max(range / static_cast<double>(t_count_ - 1), 0.1 * grid_.t_step);
  values_.resize(z_count_ * t_count_);
  std::vector<ShapeOfLaw> shape;
  std::vector<bool> done(t_count_, false);
  for (std::size_t k = 0; k < t_count_; ++k) {
    shape.push_back(shape_of_law(moments, row, start_, std::exp(t_at(k))));
    if (shape[k].departure() >= kNormalEnough) continue;
    expand(k, shape[k]);
    done[k] = true;
  }
  for (std::size_t k = 0; k < t_count_; k += kCoarse) {
    if (!done[k])
      invert(k, inversion.law(std::exp(t_at(k))), shape[k].log_mean[0], extrapolated(k), 3e-4);
  }
  // From the coarse columns to all: where the column half-way between two is what interpolation
  // makes of them, so is everything between them. math.md (S.2)
  for (std::size_t stride = kCoarse; stride > 1; stride /= 2) {
    for (std::size_t k = stride / 2; k < t_count_; k += stride) {
      if (done[k]) continue;
      const std::vector<double> guess = interpolated(k, stride);
      const TiltedLaw law = inversion.law(std::exp(t_at(k)));
      if (!agrees(law, start_, shape[k].log_mean[0], guess, grid_)) {
        invert(k, law, shape[k].log_mean[0], guess, 3e-3);
        continue;
      }
      for (std::size_t m = k - stride / 2 + 1; m < k + stride / 2; ++m) {
        if (done[m]) continue;
        const std::vector<double> values = interpolated(m, stride);
        for (std::size_t j = 0; j < z_count_; ++j) set(m, j, values[j]);
        done[m] = true;
      }
    }
  }
  for (std::size_t k = 0; k + 1 < t_count_; ++k) {
    cells_.push_back(hermite(shape[k].log_mean, shape[k + 1].log_mean, grid_.t_step));
  }
}

void QuantileTable::set(std::size_t k, std::size_t j, double value) {
  if (!std::isfinite(value)) {
    throw NumericalError("table",
                         fmt::format("z = {:.2f}, c2 = {:.3g}", z_at(j), std::exp(t_at(k))),
                         "needs quantiles within the range of doubles, and has none at this point");
  }
  column(k)[j] = value;
}

void QuantileTable::expand(std::size_t k, const ShapeOfLaw& shape) {
  for (std::size_t j = 0; j < z_count_; ++j)
    set(k, j, std::log1p(shape.relative_deviation(z_at(j))));
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

// Column k by inversion, from the centre outwards. `guess`, from other columns, is moved to agree
// with the node nearer to the centre; without it the nodes nearer to the centre are continued.
// exact_guess: distance from the wanted score at which one step with the guess's curvature ends the
// search.
void QuantileTable::invert(std::size_t k, const TiltedLaw& law, double log_mean,
                           const std::vector<double>& guess, double exact_guess) {
  const std::size_t centre = z_count_ / 2;
  double* values = column(k);
  const auto solve = [&](std::size_t j, double at) {
    const double z = z_at(j);
    double bend = 0.0;  // d^2 log y / dz^2
    if (!guess.empty() && j > 0 && j + 1 < z_count_)
      bend = (guess[j - 1] - 2.0 * guess[j] + guess[j + 1]) / (grid_.z_step * grid_.z_step);
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
        at += miss / slope + 0.5 * miss * miss * bend;
        if (std::abs(miss) < (guess.empty() ? 1e-4 : exact_guess)) return at;
      } else {
        at += std::clamp(miss / slope, -1.0, 1.0);
      }
    }
    return std::log(law.quantile(normal_cdf(-std::abs(z)), z > 0.0) - start_) - log_mean;
  };
  const std::size_t stride = z_stride(grid_);
  const auto continued = [&](std::size_t j) {
    const auto node = [&](std::size_t by) {
      return j > centre ? j - by * stride : j + by * stride;
    };
    const auto inner = [&](std::size_t by) { return values[node(by)]; };
    const std::size_t inside = (j > centre ? j - centre : centre - j) / stride;
    if (!guess.empty()) return guess[j] + inner(1) - guess[node(1)];
    if (inside == 1) return inner(1);
    if (inside == 2) return 2.0 * inner(1) - inner(2);
    return 3.0 * inner(1) - 3.0 * inner(2) + inner(3);
  };
  set(k, centre,
      solve(centre,
            guess.empty() ? std::log(law.quantile(0.5) - start_) - log_mean : guess[centre]));
  for (std::size_t j = centre; j > 0;) {
    j -= stride;
    set(k, j, solve(j, continued(j)));
  }
  for (std::size_t j = centre + stride; j < z_count_; j += stride)
    set(k, j, solve(j, continued(j)));
  // The nodes between, where two interpolations of different order do not agree on them already.
  for (std::size_t s = stride; s > 1; s /= 2) {
    for (std::size_t j = s / 2; j < z_count_; j += s) {
      const double low = along_z(values, z_count_, j, s, 6);
      const double high = along_z(values, z_count_, j, s, 8);
      const double slope =
          (values[j + s / 2] - values[j - s / 2]) / (static_cast<double>(s) * grid_.z_step);
      const double error = std::abs(high - low) / slope * normal_density(z_at(j));
      set(k, j, error <= grid_.agreement ? high : solve(j, high));
    }
  }
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
