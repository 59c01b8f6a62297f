#include "phigp/io/decimal_comma.h"

#include <algorithm>
#include <string_view>

#include "phigp/io/data_error.h"

namespace phigp {

namespace {

// Digits around at most one mark, such as 0,5 and 1, with a sign or without.
bool is_plain_number(std::string_view text, char mark) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t at = text.find(mark);
  if (text.empty() || at + 1 == text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != at && !(text[i] >= '0' && text[i] <= '9')) return false;
  }
  return true;
}

}  // namespace

void refuse_decimal_commas(const Table& table, const Column& column) {
  if (column.kind != ColumnKind::text) return;
  const auto& values = column.values;
  const auto comma = std::find_if(values.begin(), values.end(), [](const std::string& text) {
    return text.find(',') != std::string::npos;
  });
  if (comma == values.end()) return;
  const bool numbers = std::all_of(values.begin(), values.end(), [](const std::string& text) {
    return is_plain_number(text, ',') || is_plain_number(text, '.');
  });
  require_data(!numbers, table.place(column), "'" + *comma + "'",
               "must have numbers with a decimal point, not a comma");
}

}  // namespace phigp
