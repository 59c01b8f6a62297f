// The grammar of CSV, one cell at a time: where a cell ends, and what quotes mean. Shared by the
// code that guesses the dialect and the code that reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace phigp::detail {

struct CsvCell {
  std::string_view text;         // without quotes and surrounding blanks
  bool doubled = false;          // has doubled quotes inside, which content() makes single
  std::size_t newlines = 0;      // inside the cell
  const char* defect = nullptr;  // the rule that the cell breaks

  std::string content() const;
};

// The cell at `at`, which then stands on what ended it: delimiter, line end or `end`. A cell is
// quoted if its first character other than a blank is a quote.
CsvCell next_cell(const char*& at, const char* end, char delimiter);

inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }
inline bool is_blank(char c, char delimiter) {
  return c == ' ' || (c == '\t' && delimiter != '\t');
}

// Over one line end: \n, \r\n or \r.
void skip_line_end(const char*& at, const char* end);
// Over lines that hold only blanks; returns how many.
std::size_t skip_blank_lines(const char*& at, const char* end, char delimiter);

// Over the delimiter at `at`. False if that ended the row: several spaces count as one delimiter,
// and those before a line end as none.
inline bool skip_delimiter(const char*& at, const char* end, char delimiter) {
  ++at;
  if (delimiter != ' ') return true;
  while (at != end && *at == ' ') ++at;
  return at != end && !is_line_end(*at);
}

}  // namespace phigp::detail
