#include "phigp/augmentation/row_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/normal_score.h"
#include "phigp/augmentation/table_sampler.h"
#include "phigp/base/error.h"

namespace phigp {

RowSampler::RowSampler(RadialPtr radial, const SamplerOptions& options)
    : radial_(std::move(radial)), options_(options) {}

RowSampler::TablePtr RowSampler::table_for(const Row& row) const {
  require(!std::isnan(row.y) && !std::isnan(row.trials), "row", row.y,
          "must be made of numbers to draw omega");
  const auto known = tables_.find(row);
  if (known != tables_.end()) return known->second;
  if (complete_ || tables_.size() >= options_.most_tables) {
    by_inversion_ = true;
    return nullptr;
  }
  TablePtr table;
  try {
    table = std::make_shared<const TableSampler>(radial_, options_, row);
  } catch (const NumericalError&) {
    by_inversion_ = true;
  }
  tables_.emplace(row, table);
  return table;
}

void RowSampler::prepare(std::span<const Row> rows) const {
  std::map<Row, std::size_t, Before> counts;
  for (const Row& row : rows) ++counts[row];
  std::vector<std::pair<Row, std::size_t>> distinct(counts.begin(), counts.end());
  std::stable_sort(distinct.begin(), distinct.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  const bool too_many = distinct.size() > options_.most_tables;
  const std::lock_guard<std::mutex> guard(lock_);
  for (const auto& [row, count] : distinct) {
    if (!too_many || count > 1) table_for(row);
  }
  by_inversion_ = by_inversion_ || too_many;
  complete_ = true;
}

double RowSampler::draw_by_inversion(double c2, const Row& row, Stream& stream) const {
  const double z = stream.normal();
  const Inversion inversion(radial_, row, {24.0, 1e-10, 1 << 13});
  const TiltedLaw law = inversion.law(c2);
  const double omega = law.quantile(normal_cdf(-std::abs(z)), z > 0.0);
  if (omega == inversion.support().start) return omega;
  const InvertedLaw value = law.at(omega);
  if (!(beyond_rounding(value.error, value, omega) <= options_.tolerance)) {
    throw NumericalError(
        fmt::format("omega of the row with y = {}", row.y),
        fmt::format("a cdf error of {:.1e} at c2 = {:.3g}", value.error, c2),
        fmt::format("must be drawn with an error of at most {:.1e}", options_.tolerance));
  }
  return omega;
}

void RowSampler::draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                      std::span<double> omega) const {
  check_draw(c2, omega);
  std::vector<TablePtr> tables(rows.shared() ? std::min<std::size_t>(1, c2.size()) : c2.size());
  {
    const std::lock_guard<std::mutex> guard(lock_);
    for (std::size_t i = 0; i < tables.size(); ++i) tables[i] = table_for(rows[i]);
  }
  const auto table = [&](std::size_t i) { return tables[rows.shared() ? 0 : i].get(); };
  for (std::size_t i = 0; i < c2.size();) {
    if (table(i) == nullptr) {
      omega[i] = draw_by_inversion(c2[i], rows[i], stream);
      ++i;
      continue;
    }
    std::size_t end = i + 1;  // a run of points that share the table
    while (end < c2.size() && table(end) == table(i)) ++end;
    table(i)->draw(c2.subspan(i, end - i), rows, stream, omega.subspan(i, end - i));
    i = end;
  }
}

Certificate RowSampler::certificate() const {
  const std::lock_guard<std::mutex> guard(lock_);
  const auto built = std::count_if(tables_.begin(), tables_.end(),
                                   [](const auto& t) { return t.second != nullptr; });
  return {by_inversion_ ? Certificate::Kind::inversion : Certificate::Kind::table,
          options_.tolerance,
          fmt::format("one table per distinct row ({} built, at most {}){}", built,
                      options_.most_tables,
                      by_inversion_ ? ", other rows by inversion draw by draw" : "")};
}

}  // namespace phigp
