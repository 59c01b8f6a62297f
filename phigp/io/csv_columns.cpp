#include "phigp/io/csv_columns.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace phigp::detail {

void CsvColumn::make_room(std::size_t rows) {
  if (text_) {
    codes_.resize(rows);
  } else {
    numbers_.resize(rows);
  }
}

void CsvColumn::set(std::size_t row, const CsvCell& cell, const std::vector<std::string>& missing) {
  const bool is_missing =
      cell.text.empty() || std::find(missing.begin(), missing.end(), cell.text) != missing.end();
  if (!is_missing) return text_ ? set_text(row, cell) : set_number(row, cell);
  if (text_) {
    codes_[row] = -1;
  } else {
    numbers_[row] = std::numeric_limits<double>::quiet_NaN();
  }
}

void CsvColumn::set_text(std::size_t row, const CsvCell& cell) {
  const std::string unescaped = cell.doubled ? cell.content() : std::string();
  const std::string_view text = cell.doubled ? std::string_view(unescaped) : cell.text;
  auto place = known_.find(text);
  if (place == known_.end()) {
    place = known_.emplace(text, static_cast<std::int32_t>(values_.size())).first;
    values_.emplace_back(text);
  }
  codes_[row] = place->second;
}

void CsvColumn::set_number(std::size_t row, const CsvCell& cell) {
  if (is_no_number_) return;
  std::string_view text = cell.text;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, status] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end == text.data() + text.size();
  if (status == std::errc::invalid_argument || !whole || std::isnan(value)) {
    is_no_number_ = true;
  } else if (std::isinf(value)) {  // an error only if the column stays one of numbers
    if (infinite_cell_.empty()) {
      infinite_row_ = row;
      infinite_cell_ = std::string(cell.text);
    }
  } else {
    numbers_[row] = value;
  }
}

Column CsvColumn::finish(std::string name, std::size_t rows) {
  Column column;
  column.name = std::move(name);
  column.kind = text_ ? ColumnKind::text : ColumnKind::number;
  make_room(rows);
  column.numbers = std::move(numbers_);
  column.codes = std::move(codes_);
  column.values = std::move(values_);
  known_.clear();
  return column;
}

}  // namespace phigp::detail
