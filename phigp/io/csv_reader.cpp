#include "phigp/io/csv_reader.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/csv_cells.h"
#include "phigp/io/csv_columns.h"
#include "phigp/io/csv_dialect.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kSampleRows = 100;  // enough to know most text columns before the long pass

bool is_finite_number(std::string_view text) {
  double value = 0.0;
  const auto result = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc{} && std::isfinite(value);
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name, const TableOptions& options)
      : begin_(text.data()),
        end_(begin_ + text.size()),
        name_(name),
        options_(options),
        dialect_(find_dialect(text, options)) {
    ends_cell_[static_cast<unsigned char>(dialect_.delimiter)] = true;
    ends_cell_['\n'] = ends_cell_['\r'] = true;
    plain_numbers_ = std::none_of(options.missing.begin(), options.missing.end(), is_finite_number);
  }

  Table read() {
    read_names();
    std::vector<bool> text(names_.size());
    for (std::size_t j = 0; j < names_.size(); ++j) {
      const std::vector<std::string>& forced = options_.text_columns;
      text[j] = std::find(forced.begin(), forced.end(), names_[j]) != forced.end();
    }
    for (const std::size_t most_rows : {kSampleRows, kAll, kAll}) {
      columns_.clear();
      for (const bool is_text : text) columns_.emplace_back(is_text);
      read_rows(most_rows);
      bool changed = false;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        changed = changed || columns_[j].is_no_number();
        text[j] = text[j] || columns_[j].is_no_number();
      }
      if (most_rows == kAll && !changed) break;
    }
    return table();
  }

 private:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  [[noreturn]] void refuse(std::size_t line, const std::string& value, const std::string& rule) {
    throw InvalidInput(name_ + ", row " + std::to_string(line), value, rule);
  }

  // Names from the header, or as many as the first row has cells; data_ and data_line_ follow it.
  void read_names() {
    const char* at = begin_;
    std::size_t line = 1 + skip_blank_lines(at, end_, dialect_.delimiter);
    data_ = at;
    data_line_ = line;
    do {
      const CsvCell cell = next_cell(at, end_, dialect_.delimiter);
      if (cell.defect != nullptr) refuse(line, "", cell.defect);
      line += cell.newlines;
      names_.push_back(dialect_.header ? cell.content()
                                       : "column" + std::to_string(names_.size() + 1));
    } while (at != end_ && !is_line_end(*at) && skip_delimiter(at, end_, dialect_.delimiter));
    if (!dialect_.header) return;
    skip_line_end(at, end_);
    data_ = at;
    data_line_ = line + 1;
  }

  void read_rows(std::size_t most_rows) {
    const char* at = data_;
    std::size_t line = data_line_;
    std::size_t room = 0;
    rows_ = 0;
    row_numbers_.clear();
    while (rows_ < most_rows) {
      line += skip_blank_lines(at, end_, dialect_.delimiter);
      if (at == end_) break;
      if (rows_ == room) {
        room = next_room(room, at);
        for (CsvColumn& column : columns_) column.make_room(room);
      }
      note_line(line);
      line = read_row(at, line);
      ++rows_;
    }
  }

  // As many rows as the rest of the text will hold if they go on like those read.
  std::size_t next_room(std::size_t room, const char* at) const {
    if (room == 0) return 2 * kSampleRows;
    const double bytes_per_row = static_cast<double>(at - data_) / static_cast<double>(rows_);
    const double expected = static_cast<double>(end_ - data_) / bytes_per_row;
    return std::max(room + room / 4, static_cast<std::size_t>(1.02 * expected));
  }

  // Rows mostly stand on consecutive lines; a list of lines is kept only from where they do not.
  void note_line(std::size_t line) {
    if (rows_ == 0) first_line_ = line;
    if (row_numbers_.empty() && line == first_line_ + rows_) return;
    if (row_numbers_.empty()) {
      for (std::size_t i = 0; i < rows_; ++i) row_numbers_.push_back(first_line_ + i);
    }
    row_numbers_.push_back(line);
  }

  // One row from `at` to the next line. Returns the number of that line.
  std::size_t read_row(const char*& at, std::size_t line) {
    const std::size_t start = line;
    const std::size_t width = columns_.size();
    for (std::size_t j = 0;; ++j) {
      if (j == width) refuse_width(start, width + further_cells(at));
      if (!read_plain_number(at, columns_[j])) line += read_any_cell(at, line, columns_[j]);
      if (at != end_ && *at == dialect_.delimiter && skip_delimiter(at, end_, dialect_.delimiter)) {
        continue;
      }
      if (j + 1 != width) refuse_width(start, j + 1);
      skip_line_end(at, end_);
      return line + 1;
    }
  }

  // The common case, in which nothing but a finite number stands between two delimiters. Short
  // whole numbers, the commonest of all, are read here: the call alone would cost more than they
  // do.
  bool read_plain_number(const char*& at, CsvColumn& column) {
    if (column.text() || !plain_numbers_) return false;
    double value = 0.0;
    const char* next = short_whole_number(at, value);
    if (next == nullptr) {
      const auto result = fast_float::from_chars(at, end_, value);
      if (result.ec != std::errc{} || !std::isfinite(value)) return false;
      next = result.ptr;
      if (next != end_ && !ends_cell_[static_cast<unsigned char>(*next)]) return false;
    }
    column.set(rows_, value);
    at = next;
    return true;
  }

  // Where the cell ends if it holds up to 15 digits, which a double represents exactly; else null.
  const char* short_whole_number(const char* at, double& value) const {
    const bool negative = at != end_ && *at == '-';
    if (negative) ++at;
    const char* stop = end_ - at > 15 ? at + 15 : end_;
    std::int64_t whole = 0;
    const char* next = at;
    while (next != stop && *next >= '0' && *next <= '9') whole = 10 * whole + (*next++ - '0');
    if (next == at || (next != end_ && !ends_cell_[static_cast<unsigned char>(*next)])) {
      return nullptr;
    }
    value = static_cast<double>(whole);
    if (negative) value = -value;
    return next;
  }

  // Returns the number of line ends inside the cell.
  std::size_t read_any_cell(const char*& at, std::size_t line, CsvColumn& column) {
    const CsvCell cell = next_cell(at, end_, dialect_.delimiter);
    if (cell.defect != nullptr) refuse(line, "", cell.defect);
    column.set(rows_, cell, options_.missing);
    return cell.newlines;
  }

  std::size_t further_cells(const char* at) const {
    std::size_t count = 0;
    do {
      const CsvCell cell = next_cell(at, end_, dialect_.delimiter);
      ++count;
      if (cell.defect != nullptr) break;
    } while (at != end_ && !is_line_end(*at) && skip_delimiter(at, end_, dialect_.delimiter));
    return count;
  }

  [[noreturn]] void refuse_width(std::size_t line, std::size_t cells) {
    refuse(line, std::to_string(cells),
           "must have as many cells as the " +
               std::string(dialect_.header ? "header" : "first row") + ", " +
               std::to_string(columns_.size()) + " (delimiter " + delimiter_name() + ")");
  }

  std::string delimiter_name() const {
    if (dialect_.delimiter == '\t') return "tab";
    if (dialect_.delimiter == ' ') return "space";
    return std::string(1, dialect_.delimiter);
  }

  Table table() {
    if (rows_ == 0) throw InvalidInput(name_, "", "has a header but no row of data");
    TableFacts facts;
    facts.named = dialect_.header;
    facts.first_row = first_line_;
    facts.row_numbers = std::move(row_numbers_);
    std::vector<Column> columns;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      CsvColumn& column = columns_[j];
      if (!column.infinite_cell().empty()) {
        const std::size_t i = column.infinite_row();
        const std::size_t row = facts.row_numbers.empty() ? first_line_ + i : facts.row_numbers[i];
        throw InvalidInput(name_ + ", row " + std::to_string(row) + ", column '" + names_[j] + "'",
                           column.infinite_cell(), "must be finite");
      }
      columns.push_back(column.finish(std::move(names_[j]), rows_));
    }
    return Table(name_, std::move(columns), std::move(facts));
  }

  const char* begin_;
  const char* end_;
  std::string name_;
  const TableOptions& options_;
  CsvDialect dialect_;
  std::array<bool, 256> ends_cell_{};
  bool plain_numbers_ = true;  // false if some number, such as -999, means a missing cell
  const char* data_ = nullptr;
  std::size_t data_line_ = 1;
  std::vector<std::string> names_;
  std::vector<CsvColumn> columns_;
  std::size_t rows_ = 0;
  std::size_t first_line_ = 1;
  std::vector<std::size_t> row_numbers_;
};

}  // namespace

Table parse_csv(std::string_view text, const std::string& name, const TableOptions& options) {
  return CsvReader(text, name, options).read();
}

}  // namespace phigp::detail
