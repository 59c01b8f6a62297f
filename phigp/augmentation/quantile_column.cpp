#include "phigp/augmentation/quantile_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/normal_score.h"
#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr double kWorstInversion =
    1e-7;  // error of the inverted law above which a table is not worth building
constexpr double kFirstNear = 1e-4;  // without a guess

double along_z(const std::vector<double>& values, std::size_t j, std::size_t stride,
               std::size_t order) {
  const Stencil stencil = stencil_at(j, stride, values.size(), order);
  double sum = 0.0;
  for (std::size_t i = 0; i < stencil.count; ++i)
    sum += stencil.weight[i] * values[stencil.first + i * stride];
  return sum;
}

struct Midpoint {
  double value;  // between two nodes, by interpolation
  double error;  // of the cdf there, judged by an interpolation of lower order
};

// Between the nodes whose number is a multiple of the stride.
std::vector<Midpoint> midpoints(const std::vector<double>& values, std::size_t stride,
                                const TableGrid& grid) {
  std::vector<Midpoint> between;
  for (std::size_t j = stride / 2; j < values.size(); j += stride) {
    const double value = along_z(values, j, stride, 8);
    const double slope = (values[j + stride / 2] - values[j - stride / 2]) /
                         (static_cast<double>(stride) * grid.z_step);
    const double error = std::abs(value - along_z(values, j, stride, 6)) / slope;
    between.push_back({value, slope > 0.0 ? error * normal_density(grid.z_at(j)) : 1.0});
  }
  return between;
}

// Distance of the nodes that are always computed: that of the coarsest grid.
std::size_t z_stride(const TableGrid& grid) {
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(TableGrid{}.z_step / grid.z_step)));
}

}  // namespace

QuantileColumn::QuantileColumn(const Inversion& inversion, const TableGrid& grid, double c2,
                               double log_mean)
    : law_(inversion.law(c2)),
      grid_(grid),
      start_(inversion.support().start),
      c2_(c2),
      log_mean_(log_mean) {}

bool QuantileColumn::agrees(const std::vector<double>& guess) const {
  for (const double wanted : {-5.0, -3.3, -2.0, -1.0, -0.3, 0.3, 1.0, 2.0, 3.3, 5.0}) {
    const auto j = static_cast<std::size_t>(std::lround((wanted + grid_.z_most) / grid_.z_step));
    const double z = grid_.z_at(j);
    const double omega = start_ + std::exp(log_mean_ + guess[j]);
    const InvertedLaw value = law_.at(omega);
    const double miss = z < 0.0 ? value.cdf - normal_cdf(z) : value.complement - normal_cdf(-z);
    if (!(beyond_rounding(miss, value, omega) <= grid_.agreement)) return false;
  }
  return true;
}

double QuantileColumn::solve(std::size_t j, double at, const std::vector<double>& guess,
                             double near) const {
  const double z = grid_.z_at(j);
  double bend = 0.0;  // d^2 log y / dz^2
  if (!guess.empty() && j > 0 && j + 1 < guess.size())
    bend = (guess[j - 1] - 2.0 * guess[j] + guess[j + 1]) / (grid_.z_step * grid_.z_step);
  for (int i = 0; i < 8; ++i) {
    const double y = std::exp(at + log_mean_);
    const InvertedLaw value = law_.at(start_ + y);
    const double score = normal_score(value.cdf, value.complement);
    const double slope = value.pdf * y / normal_density(score);
    if (beyond_rounding(value.error, value, start_ + y) > kWorstInversion) {
      throw NumericalError(
          "table", fmt::format("{:.1e} at c2 = {:.3g}", value.error, c2_),
          fmt::format("needs an inversion with errors below {:.1e}", kWorstInversion));
    }
    if (!(slope > 0.0)) break;  // far out in a tail
    const double miss = z - score;
    if (std::abs(miss) < 0.5) {
      at += miss / slope + 0.5 * miss * miss * bend;
      if (std::abs(miss) < near) return at;
    } else {
      at += std::clamp(miss / slope, -1.0, 1.0);
    }
  }
  const double y = law_.quantile(normal_cdf(-std::abs(z)), z > 0.0) - start_;
  if (!(y > 0.0)) {
    throw NumericalError("table", fmt::format("z = {:.2f}, c2 = {:.3g}", z, c2_),
                         "needs quantiles within the range of doubles, and has none at this point");
  }
  return std::log(y) - log_mean_;
}

std::vector<double> QuantileColumn::inverted(const std::vector<double>& guess, double near,
                                             std::span<const double> known) const {
  const std::size_t centre = grid_.z_count() / 2;
  const std::size_t stride = z_stride(grid_);
  std::vector<double> values(grid_.z_count());
  const std::size_t per_known = known.empty() ? 0 : (values.size() - 1) / (known.size() - 1);
  const auto is_known = [&](std::size_t j) { return per_known > 0 && j % per_known == 0; };
  // `start` is called where it is needed only: the first one costs a search.
  const auto set = [&](std::size_t j, const auto& start) {
    values[j] = is_known(j) ? known[j / per_known]
                            : solve(j, start(j), guess, guess.empty() ? kFirstNear : near);
  };
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
  set(centre, [&](std::size_t j) {
    return guess.empty() ? std::log(law_.quantile(0.5) - start_) - log_mean_ : guess[j];
  });
  for (std::size_t j = centre; j > 0;) {
    j -= stride;
    set(j, continued);
  }
  for (std::size_t j = centre + stride; j < values.size(); j += stride) set(j, continued);
  for (std::size_t s = stride; s > 1; s /= 2) {
    const std::vector<Midpoint> between = midpoints(values, s, grid_);
    for (std::size_t i = 0; i < between.size(); ++i) {
      const std::size_t j = s / 2 + i * s;
      // A difference of two interpolations is 0 here and there for no merit of theirs.
      const double error =
          std::max({between[i].error, between[i - std::min<std::size_t>(i, 1)].error,
                    between[std::min(i + 1, between.size() - 1)].error});
      if (error <= grid_.agreement && !is_known(j)) {
        values[j] = between[i].value;
      } else {
        set(j, [&](std::size_t) { return between[i].value; });
      }
    }
  }
  return values;
}

}  // namespace phigp
