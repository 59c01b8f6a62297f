#include "phigp/io/merge_rows.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/select_rows.h"

namespace phigp {

namespace {

// Missing cells come last and equal each other; texts compare as texts, since their codes depend on
// the order of the rows.
std::weak_ordering compare_cells(const Column& column, std::size_t a, std::size_t b) {
  const bool missing_a = column.missing(a);
  const bool missing_b = column.missing(b);
  if (missing_a || missing_b) return missing_a <=> missing_b;
  if (column.kind == ColumnKind::text) {
    if (column.codes[a] == column.codes[b]) return std::weak_ordering::equivalent;
    return column.values[static_cast<std::size_t>(column.codes[a])] <=>
           column.values[static_cast<std::size_t>(column.codes[b])];
  }
  const double x = column.numbers[a];
  const double y = column.numbers[b];
  if (x == y) return std::weak_ordering::equivalent;
  return x < y ? std::weak_ordering::less : std::weak_ordering::greater;
}

std::weak_ordering compare_rows(const Table& table, const Column* but, std::size_t a,
                                std::size_t b) {
  for (const Column& column : table.columns()) {
    if (&column == but) continue;
    const std::weak_ordering order = compare_cells(column, a, b);
    if (order != 0) return order;
  }
  return std::weak_ordering::equivalent;
}

std::vector<std::size_t> counted_rows(const Table& table, const Column* weights) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (weights != nullptr) {
      const double weight = complete_number(table, *weights, i);
      require_data(weight >= 0.0, table.place(i, *weights), weight, "must not be negative");
      if (weight == 0.0) continue;
    }
    rows.push_back(i);
  }
  require_data(!rows.empty(), table.source(), "", "must have a row with a weight above 0");
  return rows;
}

}  // namespace

std::optional<Table> merge_equal_rows(const Table& table, const std::string& weights) {
  const Column* given = table.find(weights);
  if (given != nullptr) static_cast<void>(numbers_of(table, *given));  // throws for text
  std::vector<std::size_t> rows = counted_rows(table, given);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return compare_rows(table, given, a, b) < 0;
  });
  std::vector<std::size_t> first;  // of each group of equal rows
  std::vector<double> total;
  for (const std::size_t row : rows) {
    if (first.empty() || compare_rows(table, given, first.back(), row) != 0) {
      first.push_back(row);
      total.push_back(0.0);
    }
    total.back() += given == nullptr ? 1.0 : given->numbers[row];
  }
  if (given == nullptr && first.size() == table.rows()) return std::nullopt;
  const Table kept = select_rows(table, first);
  std::vector<Column> columns = kept.columns();
  if (given == nullptr) {
    columns.push_back(number_column(weights, std::move(total)));
  } else {
    columns[given->position].numbers = std::move(total);
  }
  TableFacts facts;
  facts.named = kept.named();
  facts.absent_is_zero = kept.absent_is_zero();
  facts.made_from = kept.made_from();
  facts.row_numbers = kept.row_numbers();
  if (facts.row_numbers.empty()) facts.first_row = kept.row_number(0);
  return Table(table.source(), std::move(columns), facts);
}

}  // namespace phigp
