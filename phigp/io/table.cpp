#include "phigp/io/table.h"

#include <charconv>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/io/data_error.h"
#include "phigp/io/decimal_comma.h"

namespace phigp {

namespace {

constexpr std::size_t kMostListed = 20;  // a list of names longer than this helps nobody

const Column* by_number(const std::vector<Column>& columns, std::string_view text) {
  long number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size()) return nullptr;
  const auto count = static_cast<long>(columns.size());
  if (number < 0) number += count + 1;
  if (number < 1 || number > count) return nullptr;
  return &columns[static_cast<std::size_t>(number - 1)];
}

}  // namespace

std::string Column::text(std::size_t row) const {
  if (missing(row)) return "";
  if (kind == ColumnKind::text) return values[static_cast<std::size_t>(codes[row])];
  return to_text(numbers[row] + 0.0);  // + 0.0: minus zero is zero
}

Column number_column(std::string name, std::vector<double> numbers) {
  Column column;
  column.name = std::move(name);
  column.numbers = std::move(numbers);
  return column;
}

Column text_column(std::string name, std::span<const std::string> texts) {
  Column column;
  column.name = std::move(name);
  column.kind = ColumnKind::text;
  std::vector<std::int32_t> codes;
  codes.reserve(texts.size());
  std::unordered_map<std::string, std::int32_t> known;
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.push_back(-1);
      continue;
    }
    const auto next = static_cast<std::int32_t>(column.values.size());
    const auto [place, is_new] = known.emplace(text, next);
    if (is_new) column.values.push_back(text);
    codes.push_back(place->second);
  }
  column.codes = std::move(codes);
  return column;
}

Table::Table(std::string source, std::vector<Column> columns, TableFacts facts)
    : source_(std::move(source)), columns_(std::move(columns)), facts_(std::move(facts)) {
  require(!columns_.empty(), source_, "", "must have a column");
  rows_ = columns_.front().rows();
  require_data(rows_ > 0, source_, "", "must have a row of data");
  require(facts_.row_numbers.empty() || facts_.row_numbers.size() == rows_, source_, "",
          "must have as many row numbers as rows");
  require_names(source_, names());
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    Column& column = columns_[j];
    column.position = j;
    require(column.rows() == rows_, this->place(column), std::to_string(column.rows()),
            "must have as many rows as the first column, " + std::to_string(rows_));
    for (std::size_t i = 0; !facts_.finite && i < column.numbers.size(); ++i) {
      if (!std::isinf(column.numbers[i])) continue;
      require_data(false, this->place(i, column), column.numbers[i], "must be finite");
    }
  }
}

void require_names(const std::string& source, const std::vector<std::string>& names) {
  std::map<std::string_view, std::size_t> seen;
  const auto number = [](std::size_t k) { return std::to_string(k + 1); };
  for (std::size_t j = 0; j < names.size(); ++j) {
    require_data(!names[j].empty(), source + ", column " + number(j), "", "must have a name");
    const auto [place, is_new] = seen.emplace(names[j], j);
    require_data(is_new, source + ", columns " + number(place->second) + " and " + number(j),
                 "'" + names[j] + "' twice", "must have different names");
  }
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> all;
  for (const Column& column : columns_) all.push_back(column.name);
  return all;
}

const Column* Table::find(std::string_view name) const {
  for (const Column& column : columns_) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

const Column& Table::at(std::string_view name) const {
  const Column* found = find(name);
  if (found == nullptr && !facts_.named) found = by_number(columns_, name);
  if (found != nullptr) return *found;
  const std::vector<std::string> known = names();
  std::string rule = "is not known";
  if (known.size() <= kMostListed) {
    rule = unknown_name_rule(name, known);
  } else if (const std::string nearest = nearest_name(name, known); !nearest.empty()) {
    rule += "; did you mean " + nearest + "?";
  }
  throw InvalidInput(source_ + ", column '" + std::string(name) + "'", "", rule);
}

std::size_t Table::row_number(std::size_t row) const {
  return facts_.row_numbers.empty() ? facts_.first_row + row : facts_.row_numbers[row];
}

std::string Table::place(const Column& column) const {
  return source_ + ", column '" + column.name + "'";
}

std::string Table::place(std::size_t row, const Column& column) const {
  const std::string counted_by = made_from().empty() ? "" : " of " + made_from();
  return source_ + ", row " + std::to_string(row_number(row)) + counted_by + ", column '" +
         column.name + "'";
}

const NumberCells& numbers_of(const Table& table, const Column& column) {
  if (column.kind == ColumnKind::number) return column.numbers;
  refuse_decimal_commas(table, column);
  for (std::size_t i = 0; i < column.rows(); ++i) {
    if (column.missing(i)) continue;
    double ignored = 0.0;
    const std::string text = column.text(i);
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), ignored);
    const bool number = status == std::errc{} && end == text.data() + text.size();
    require_data(number, table.place(i, column), text, "must be a number");
  }
  throw DataError(table.place(column), "text", "must be a column of numbers");
}

std::span<const double> complete_numbers(const Table& table, std::string_view name) {
  const Column& column = table.at(name);
  const NumberCells& numbers = numbers_of(table, column);
  for (std::size_t i = 0; i < numbers.size(); ++i) complete_number(table, column, i);
  require(numbers.lie_together(), table.place(column), "a column of a larger array",
          "must be an array of its own");
  return numbers.together();
}

double complete_number(const Table& table, const Column& column, std::size_t row) {
  const double number = column.numbers[row];
  if (!std::isnan(number)) return number;
  throw DataError(table.place(row, column), "a missing cell", "must be a number");
}

}  // namespace phigp
