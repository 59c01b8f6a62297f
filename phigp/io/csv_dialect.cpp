#include "phigp/io/csv_dialect.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <map>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/csv_cells.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kDialectRows = 64;
constexpr std::string_view kDelimiters = "\t;|, ";

// Numbers of cells of the first rows.
std::vector<std::size_t> cell_counts(std::string_view text, char delimiter) {
  const char* at = text.data();
  const char* end = at + text.size();
  std::vector<std::size_t> counts;
  while (counts.size() < kDialectRows) {
    skip_blank_lines(at, end, delimiter);
    if (at == end) break;
    std::size_t cells = 0;
    for (;;) {
      const CsvCell cell = next_cell(at, end, delimiter);
      ++cells;
      if (cell.defect != nullptr) {  // not this delimiter's reading of the row: go to its end
        while (at != end && !is_line_end(*at)) ++at;
      }
      if (at == end || is_line_end(*at) || !skip_delimiter(at, end, delimiter)) break;
    }
    counts.push_back(cells);
    skip_line_end(at, end);
  }
  return counts;
}

// The share of rows that have the most frequent number of cells; 0 if that number is one.
double agreement(const std::vector<std::size_t>& counts) {
  std::map<std::size_t, std::size_t> times;
  for (const std::size_t count : counts) ++times[count];
  const auto most = std::max_element(
      times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == times.end() || most->first == 1) return 0.0;
  return static_cast<double>(most->second) / static_cast<double>(counts.size());
}

char find_delimiter(std::string_view text) {
  char best = ',';
  double most = 0.0;
  for (const char delimiter : kDelimiters) {
    const double share = agreement(cell_counts(text, delimiter));
    // Spaces separate words too: they count only where nothing else separates anything.
    if (delimiter == ' ' && most > 0.0) break;
    // A comma that nearly always agrees is likelier than a rarer sign that sometimes does.
    if (share > most || (delimiter == ',' && share >= most && most < 1.0)) {
      most = share;
      best = delimiter;
    }
  }
  return best;
}

// A header has at least one name and no number.
bool find_header(std::string_view text, char delimiter, const std::vector<std::string>& missing) {
  const char* at = text.data();
  const char* end = at + text.size();
  skip_blank_lines(at, end, delimiter);
  bool named = false;
  for (;;) {
    const CsvCell cell = next_cell(at, end, delimiter);
    const bool is_missing =
        cell.text.empty() || std::find(missing.begin(), missing.end(), cell.text) != missing.end();
    if (!is_missing && is_number(cell.text)) return false;
    named = named || !is_missing;
    if (cell.defect != nullptr || at == end || is_line_end(*at)) return named;
    if (!skip_delimiter(at, end, delimiter)) return named;
  }
}

}  // namespace

bool is_number(std::string_view cell) {
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  double value = 0.0;
  const auto [end, status] = fast_float::from_chars(cell.data(), cell.data() + cell.size(), value);
  return status != std::errc::invalid_argument && end == cell.data() + cell.size();
}

CsvDialect find_dialect(std::string_view text, const TableOptions& options) {
  CsvDialect dialect;
  if (options.delimiter) {
    const bool known = kDelimiters.find(*options.delimiter) != std::string_view::npos;
    require(known, "delimiter", std::string(1, *options.delimiter),
            "must be a comma, semicolon, tab, bar or space");
  }
  dialect.delimiter = options.delimiter ? *options.delimiter : find_delimiter(text);
  dialect.header =
      options.header ? *options.header : find_header(text, dialect.delimiter, options.missing);
  return dialect;
}

}  // namespace phigp::detail
