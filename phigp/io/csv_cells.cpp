#include "phigp/io/csv_cells.h"

#include <algorithm>
#include <cstring>

namespace phigp::detail {

namespace {

CsvCell quoted_cell(const char*& at, const char* end, char delimiter) {
  CsvCell cell;
  const char* begin = ++at;
  for (;;) {
    const void* quote = std::memchr(at, '"', static_cast<std::size_t>(end - at));
    if (quote == nullptr) {
      at = end;
      cell.defect = "has a quote that is never closed";
      return cell;
    }
    at = static_cast<const char*>(quote);
    if (at + 1 == end || at[1] != '"') break;
    cell.doubled = true;
    at += 2;
  }
  cell.text = std::string_view(begin, static_cast<std::size_t>(at - begin));
  cell.newlines = static_cast<std::size_t>(std::count(begin, at, '\n'));
  ++at;
  while (at != end && is_blank(*at, delimiter) && *at != delimiter) ++at;
  if (at != end && *at != delimiter && !is_line_end(*at)) {
    cell.defect = "has text after a closing quote; quotes inside a quoted cell are doubled";
  }
  return cell;
}

}  // namespace

std::string CsvCell::content() const {
  std::string result(text);
  if (!doubled) return result;
  std::size_t to = 0;
  for (std::size_t from = 0; from < result.size(); ++from, ++to) {
    result[to] = result[from];
    if (result[from] == '"') ++from;
  }
  result.resize(to);
  return result;
}

CsvCell next_cell(const char*& at, const char* end, char delimiter) {
  while (at != end && *at != delimiter && is_blank(*at, delimiter)) ++at;
  if (at != end && *at == '"') return quoted_cell(at, end, delimiter);
  const char* begin = at;
  while (at != end && *at != delimiter && !is_line_end(*at)) ++at;
  const char* last = at;
  while (last != begin && is_blank(last[-1], delimiter)) --last;
  CsvCell cell;
  cell.text = std::string_view(begin, static_cast<std::size_t>(last - begin));
  return cell;
}

void skip_line_end(const char*& at, const char* end) {
  if (at != end && *at == '\r') ++at;
  if (at != end && *at == '\n') ++at;
}

std::size_t skip_blank_lines(const char*& at, const char* end, char delimiter) {
  std::size_t lines = 0;
  for (;;) {
    const char* next = at;
    while (next != end && is_blank(*next, delimiter)) ++next;
    if (next == end || !is_line_end(*next)) {
      // Blanks before the first cell belong to the grammar of cells, except where spaces delimit.
      if (next == end || delimiter == ' ') at = next;
      return lines;
    }
    skip_line_end(next, end);
    at = next;
    ++lines;
  }
}

}  // namespace phigp::detail
