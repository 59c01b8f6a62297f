#include "phigp/augmentation/table_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "phigp/augmentation/normal_score.h"
#include "phigp/augmentation/support.h"
#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr InversionAccuracy kTableAccuracy{
    24.0, 1e-10, 1 << 12};            // relative 4e-11: a thousandth of what a table needs
constexpr double kClampError = 1e-9;  // 1 - phi(c2) below which c2 no longer matters
constexpr double kMostColumns =
    250.0;  // at first; laws that change slowly over a long range get wider steps
constexpr int kRefinements = 2;
constexpr double kGainOfHalving = 40.0;  // of sixth-order interpolation, at least (64 in the limit)
constexpr double kFinestCell = 0.1;      // area of a cell, of that first tried
constexpr double kAgreement = 0.05;      // of the tolerance, for TableGrid::agreement
constexpr double kMargin = 1.5;          // the worst place lies between those that are looked at
constexpr int kPerColumn = 20;           // points at which a column is compared
constexpr std::size_t kDrawsAtOnce = 256;

TableGrid first_grid(const Radial& radial, const Row& row) {
  TableGrid grid;
  grid.least_c2 = std::min(negligible_c2(radial, row, kClampError), kMostC2);  // math.md (S.4)
  grid.most_c2 = kMostC2;
  grid.t_step = std::max(grid.t_step, std::log(grid.most_c2 / grid.least_c2) / kMostColumns);
  return grid;
}

// A law on which no table can be built, told before time is spent on it.
void check_law(const Inversion& inversion, const TableGrid& grid) {
  const TiltedLaw law = inversion.law(grid.least_c2);
  if (law.degenerate())
    throw NumericalError("table", to_text(inversion.support().start),
                         "needs more than a single point");
  if (law.atom() > 0.0) {
    throw NumericalError(
        "table",
        fmt::format("an atom of mass {:.3g} at omega = {}", law.atom(), inversion.support().start),
        "needs a law without atoms");
  }
}

// Halves the steps in the direction, or both, that the error comes from, as often as it takes.
// False when cells would become smaller than `finest`.
bool refine(TableGrid& grid, const QuantileTable& table, const Inversion& inversion,
            double tolerance, double finest) {
  const double wanted = 0.7 * tolerance;  // leaves room for surprises
  grid = table.grid();
  double in_z = measured_cdf_error(table, inversion, {.in_t = 0.0, .column_stride = 3});
  double in_t = measured_cdf_error(table, inversion, {.in_z = 0.0, .column_stride = 3});
  if (in_z + in_t <= wanted) in_z = in_t = wanted;  // not seen from here: both, once
  while (in_z + in_t > wanted) {
    (in_z > in_t ? grid.z_step : grid.t_step) *= 0.5;
    (in_z > in_t ? in_z : in_t) /= kGainOfHalving;
  }
  return grid.z_step * grid.t_step > finest;
}

}  // namespace

double measured_cdf_error(const QuantileTable& table, const Inversion& inversion,
                          const CellPlaces& places) {
  const TableGrid& grid = table.grid();
  const double reach = grid.z_most - grid.z_step;
  double worst = 0.0;
  for (std::size_t k = 0; k + 1 < table.columns() && kMargin * worst < places.enough;
       k += places.column_stride) {
    const double column = static_cast<double>(k);
    const double c2 =
        std::min(grid.least_c2 * std::exp((column + places.in_t) * grid.t_step), grid.most_c2);
    const TiltedLaw law = inversion.law(c2);
    // The golden ratio: the cells visited in any few neighbouring columns cover all of z.
    double whole = 0.0;
    const double offset = std::modf(column * std::numbers::phi, &whole);
    for (int i = 0; i < kPerColumn; ++i) {
      const double spread = 2.0 * (i + offset) / kPerColumn - 1.0;
      const double z = (std::floor(spread * reach / grid.z_step) + places.in_z) * grid.z_step;
      const double omega = table.omega(z, c2);
      const InvertedLaw value = law.at(omega);
      const double difference =
          z < 0.0 ? value.cdf - normal_cdf(z) : value.complement - normal_cdf(-z);
      const double error =
          beyond_rounding(difference, value, omega) + beyond_rounding(value.error, value, omega);
      worst = std::isfinite(error) ? std::max(worst, error) : 1.0;
    }
  }
  return kMargin * worst;
}

TableSampler::TableSampler(const RadialPtr& radial, const SamplerOptions& options, const Row& row)
    : inversion_(radial, row, kTableAccuracy) {
  TableGrid grid = first_grid(*radial, row);
  grid.agreement = kAgreement * options.tolerance;
  check_law(inversion_, grid);
  const Moments moments(radial);
  const double finest = kFinestCell * grid.z_step * grid.t_step;
  const double clamped = kClampError + 2.0 * normal_cdf(-grid.z_most);
  for (int i = 0; i <= kRefinements; ++i) {
    table_ = std::make_shared<const QuantileTable>(inversion_, moments, row, grid, table_.get());
    cdf_error_ = clamped + measured_cdf_error(*table_, inversion_, {.enough = options.tolerance});
    if (cdf_error_ <= options.tolerance) return;
    if (i == kRefinements || !refine(grid, *table_, inversion_, options.tolerance, finest)) break;
  }
  throw NumericalError("table", fmt::format("a cdf error of {:.1e}", cdf_error_),
                       fmt::format("must have at most {:.1e}", options.tolerance));
}

void TableSampler::draw(std::span<const double> c2, const Rows&, Stream& stream,
                        std::span<double> omega) const {
  check_draw(c2, omega);
  std::array<double, kDrawsAtOnce> z;
  for (std::size_t start = 0; start < c2.size(); start += kDrawsAtOnce) {
    const std::size_t count = std::min(kDrawsAtOnce, c2.size() - start);
    for (std::size_t i = 0; i < count; ++i) z[i] = stream.normal();
    for (std::size_t i = 0; i < count; ++i) {
      const double at = c2[start + i];
      if (at <= kMostC2) {
        omega[start + i] = table_->omega(z[i], at);
      } else {
        omega[start + i] = inversion_.quantile(normal_cdf(-std::abs(z[i])), at, z[i] > 0.0);
      }
    }
  }
}

Certificate TableSampler::certificate() const {
  return {Certificate::Kind::table, cdf_error_,
          fmt::format("table of {} x {} points ({} KB)", table_->rows(), table_->columns(),
                      table_->bytes() / 1024)};
}

}  // namespace phigp
