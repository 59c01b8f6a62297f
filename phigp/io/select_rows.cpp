#include "phigp/io/select_rows.h"

#include <utility>

#include "phigp/base/error.h"

namespace phigp {

namespace {

Column selected(const Column& from, std::span<const std::size_t> rows) {
  Column to;
  to.name = from.name;
  to.kind = from.kind;
  if (from.kind == ColumnKind::number) {
    std::vector<double> numbers;
    numbers.reserve(rows.size());
    for (const std::size_t row : rows) numbers.push_back(from.numbers[row]);
    to.numbers = std::move(numbers);
    return to;
  }
  std::vector<std::int32_t> codes;
  codes.reserve(rows.size());
  std::vector<std::int32_t> new_code(from.values.size(), -1);
  for (const std::size_t row : rows) {
    const std::int32_t code = from.codes[row];
    if (code >= 0 && new_code[static_cast<std::size_t>(code)] < 0) {
      new_code[static_cast<std::size_t>(code)] = static_cast<std::int32_t>(to.values.size());
      to.values.push_back(from.values[static_cast<std::size_t>(code)]);
    }
    codes.push_back(code < 0 ? code : new_code[static_cast<std::size_t>(code)]);
  }
  to.codes = std::move(codes);
  return to;
}

}  // namespace

Table select_rows(const Table& table, std::span<const std::size_t> rows) {
  TableFacts facts;
  facts.named = table.named();
  facts.absent_is_zero = table.absent_is_zero();
  facts.made_from = table.made_from();
  std::vector<std::size_t> row_numbers;
  row_numbers.reserve(rows.size());
  for (const std::size_t row : rows) {
    require(row < table.rows(), table.source(), std::to_string(row),
            "must have the rows asked for, of its " + std::to_string(table.rows()));
    row_numbers.push_back(table.row_number(row));
  }
  facts.row_numbers = std::move(row_numbers);
  std::vector<Column> columns;
  for (const Column& column : table.columns()) columns.push_back(selected(column, rows));
  return {table.source(), std::move(columns), std::move(facts)};
}

}  // namespace phigp
