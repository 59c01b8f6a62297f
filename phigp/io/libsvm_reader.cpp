#include "phigp/io/libsvm_reader.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kSampleLines = 64;
constexpr std::uint32_t kMostColumns = 1'000'000;
constexpr std::size_t kMostCells = std::size_t{1} << 29;  // 4 GB of numbers

struct Entry {
  std::uint32_t row;
  std::uint32_t index;
  double value;
};

bool parse_number(std::string_view text, double& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto [end, status] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return status != std::errc::invalid_argument && end == text.data() + text.size();
}

bool parse_index(std::string_view text, std::uint32_t& index) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), index);
  return status == std::errc{} && end == text.data() + text.size();
}

// The next line without its end and its comment.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.substr(0, line.find('#'));
}

std::string_view next_token(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view token = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(token.size());
  return token;
}

bool parse_pair(std::string_view token, std::uint32_t& index, double& value) {
  const std::size_t colon = token.find(':');
  return colon != std::string_view::npos && parse_index(token.substr(0, colon), index) &&
         parse_number(token.substr(colon + 1), value);
}

class LibsvmReader {
 public:
  LibsvmReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Table read() {
    while (!text_.empty()) {
      ++line_;
      read_line(next_line(text_));
    }
    require(!labels_.empty(), name_, "", "must have a row of data");
    return table();
  }

 private:
  // Takes the rule apart from `require`, which would build the place for every good cell.
  void check(bool ok, std::string_view value, const char* rule) const {
    if (ok) return;
    throw DataError(name_ + ", row " + std::to_string(line_), std::string(value), rule);
  }

  void read_line(std::string_view line) {
    const std::string_view label = next_token(line);
    if (label.empty()) return;
    double value = 0.0;
    check(parse_number(label, value) && std::isfinite(value), label,
          "must begin with a label that is a finite number");
    const auto row = static_cast<std::uint32_t>(labels_.size());
    labels_.push_back(value);
    row_numbers_.push_back(line_);
    std::int64_t last = -1;
    for (std::string_view pair = next_token(line); !pair.empty(); pair = next_token(line)) {
      Entry entry{row, 0, 0.0};
      check(parse_pair(pair, entry.index, entry.value), pair,
            "must hold index:value after the label");
      check(std::isfinite(entry.value), pair, "must hold finite values");
      check(entry.index > last, pair, "must have increasing indices");
      check(entry.index <= kMostColumns, pair, "must have indices up to 1000000");
      last = entry.index;
      least_ = std::min(least_, entry.index);
      most_ = std::max(most_, entry.index);
      entries_.push_back(entry);
    }
  }

  Table table() {
    require(!entries_.empty(), name_, "", "must have a feature in some row");
    const std::uint32_t first = std::min<std::uint32_t>(least_, 1);
    const std::size_t width = most_ - first + 1;
    const std::size_t rows = labels_.size();
    require(width <= kMostCells / rows, name_,
            std::to_string(rows) + " rows of " + std::to_string(width) + " columns",
            "must have at most " + std::to_string(kMostCells) + " cells, zeros counted");
    std::vector<Column> columns;
    columns.push_back(number_column("label", std::move(labels_)));
    std::vector<std::vector<double>> x(width, std::vector<double>(rows, 0.0));
    for (const Entry& entry : entries_) x[entry.index - first][entry.row] = entry.value;
    for (std::size_t j = 0; j < width; ++j) {
      columns.push_back(number_column("x" + std::to_string(first + j), std::move(x[j])));
    }
    TableFacts facts;
    facts.absent_is_zero = true;
    facts.row_numbers = std::move(row_numbers_);
    return Table(name_, std::move(columns), std::move(facts));
  }

  std::string_view text_;
  std::string name_;
  std::size_t line_ = 0;
  std::vector<double> labels_;
  std::vector<std::size_t> row_numbers_;
  std::vector<Entry> entries_;
  std::uint32_t least_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most_ = 0;
};

}  // namespace

bool looks_like_libsvm(std::string_view text) {
  bool any_pair = false;
  for (std::size_t i = 0; i < kSampleLines && !text.empty(); ++i) {
    std::string_view line = next_line(text);
    const std::string_view label = next_token(line);
    if (label.empty()) continue;
    double value = 0.0;
    if (!parse_number(label, value)) return false;
    for (std::string_view pair = next_token(line); !pair.empty(); pair = next_token(line)) {
      std::uint32_t index = 0;
      if (!parse_pair(pair, index, value)) return false;
      any_pair = true;
    }
  }
  return any_pair;
}

Table parse_libsvm(std::string_view text, const std::string& name) {
  return LibsvmReader(text, name).read();
}

}  // namespace phigp::detail
