#include "phigp/io/csv_rows.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "phigp/base/error.h"
#include "phigp/io/csv_cells.h"
#include "phigp/io/data_error.h"

namespace phigp::detail {

namespace {

bool is_finite_number(std::string_view text) {
  double value = 0.0;
  const auto result = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc{} && std::isfinite(value);
}

[[noreturn]] void refuse_row(const std::string& name, std::size_t line, const std::string& value,
                             const std::string& rule) {
  throw DataError(name + ", row " + std::to_string(line), value, rule);
}

class RowReader {
 public:
  RowReader(const CsvForm& form, std::string_view text, std::size_t line)
      : form_(form), begin_(text.data()), end_(begin_ + text.size()), line_(line) {
    ends_cell_[static_cast<unsigned char>(form.dialect.delimiter)] = true;
    ends_cell_['\n'] = ends_cell_['\r'] = true;
    const std::vector<std::string>& missing = form.options.missing;
    plain_numbers_ = std::none_of(missing.begin(), missing.end(), is_finite_number);
    for (const bool is_text : form.text) piece_.columns.emplace_back(is_text);
  }

  CsvPiece read(std::size_t most_rows) {
    const char* at = begin_;
    std::size_t line = line_;
    std::size_t room = 0;
    while (piece_.rows < most_rows) {
      line += skip_blank_lines(at, end_, form_.dialect.delimiter);
      if (at == end_) break;
      if (piece_.rows == room) {
        room = next_room(room, at);
        for (CsvColumn& column : piece_.columns) column.make_room(room);
      }
      note_line(line);
      line = read_row(at, line);
      ++piece_.rows;
    }
    piece_.next_line = line;
    return std::move(piece_);
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& value, const std::string& rule) {
    refuse_row(form_.name, line, value, rule);
  }

  // As many rows as the rest of the text will hold if they go on like those read.
  std::size_t next_room(std::size_t room, const char* at) const {
    if (room == 0) return 2 * kSampleRows;
    const double bytes_per_row =
        static_cast<double>(at - begin_) / static_cast<double>(piece_.rows);
    const double expected = static_cast<double>(end_ - begin_) / bytes_per_row;
    return std::max(room + room / 4, static_cast<std::size_t>(1.02 * expected));
  }

  // Rows mostly stand on consecutive lines; a list of lines is kept only from where they do not.
  void note_line(std::size_t line) {
    if (piece_.rows == 0) piece_.first_line = line;
    if (piece_.row_numbers.empty() && line == piece_.first_line + piece_.rows) return;
    if (piece_.row_numbers.empty()) {
      for (std::size_t i = 0; i < piece_.rows; ++i) {
        piece_.row_numbers.push_back(piece_.first_line + i);
      }
    }
    piece_.row_numbers.push_back(line);
  }

  // One row from `at` to the next line. Returns the number of that line.
  std::size_t read_row(const char*& at, std::size_t line) {
    const std::size_t start = line;
    const std::size_t width = piece_.columns.size();
    for (std::size_t j = 0;; ++j) {
      if (j == width) refuse_width(start, width + further_cells(at));
      if (!read_plain_number(at, piece_.columns[j]))
        line += read_any_cell(at, line, piece_.columns[j]);
      if (at != end_ && *at == form_.dialect.delimiter &&
          skip_delimiter(at, end_, form_.dialect.delimiter)) {
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
    column.set(piece_.rows, value);
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
    const CsvCell cell = next_cell(at, end_, form_.dialect.delimiter);
    if (cell.defect != nullptr) refuse(line, "", cell.defect);
    column.set(piece_.rows, cell, form_.options.missing);
    return cell.newlines;
  }

  std::size_t further_cells(const char* at) const {
    std::size_t count = 0;
    do {
      const CsvCell cell = next_cell(at, end_, form_.dialect.delimiter);
      ++count;
      if (cell.defect != nullptr) break;
    } while (at != end_ && !is_line_end(*at) && skip_delimiter(at, end_, form_.dialect.delimiter));
    return count;
  }

  [[noreturn]] void refuse_width(std::size_t line, std::size_t cells) {
    refuse(line, std::to_string(cells),
           "must have as many cells as the " +
               std::string(form_.dialect.header ? "header" : "first row") + ", " +
               std::to_string(piece_.columns.size()) + " (delimiter " + delimiter_name() + ")");
  }

  std::string delimiter_name() const {
    if (form_.dialect.delimiter == '\t') return "tab";
    if (form_.dialect.delimiter == ' ') return "space";
    return std::string(1, form_.dialect.delimiter);
  }

  const CsvForm& form_;
  const char* begin_;
  const char* end_;
  std::size_t line_;
  std::array<bool, 256> ends_cell_{};
  bool plain_numbers_ = true;  // false if some number, such as -999, means a missing cell
  CsvPiece piece_;
};

}  // namespace

CsvForm find_form(std::string_view text, const std::string& name, const TableOptions& options) {
  CsvForm form{name, options, find_dialect(text, options), {}, 0, 1, {}};
  const char delimiter = form.dialect.delimiter;
  const char* at = text.data();
  const char* end = at + text.size();
  std::size_t line = 1 + skip_blank_lines(at, end, delimiter);
  form.data = static_cast<std::size_t>(at - text.data());
  form.data_line = line;
  do {
    const CsvCell cell = next_cell(at, end, delimiter);
    if (cell.defect != nullptr) refuse_row(name, line, "", cell.defect);
    line += cell.newlines;
    form.names.push_back(form.dialect.header ? cell.content()
                                             : "column" + std::to_string(form.names.size() + 1));
  } while (at != end && !is_line_end(*at) && skip_delimiter(at, end, delimiter));
  if (form.dialect.header) {
    skip_line_end(at, end);
    form.data = static_cast<std::size_t>(at - text.data());
    form.data_line = line + 1;
  }
  for (const std::string& column : form.names) {
    const std::vector<std::string>& forced = options.text_columns;
    form.text.push_back(std::find(forced.begin(), forced.end(), column) != forced.end());
  }
  return form;
}

CsvPiece read_rows(const CsvForm& form, std::string_view text, std::size_t line,
                   std::size_t most_rows) {
  return RowReader(form, text, line).read(most_rows);
}

bool CsvPiece::found_text(std::vector<bool>& text) const {
  bool found = false;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    found = found || columns[j].is_no_number();
    text[j] = text[j] || columns[j].is_no_number();
  }
  return found;
}

void refuse_infinite(const CsvForm& form, std::size_t line, std::size_t column,
                     const std::string& cell) {
  throw DataError(
      form.name + ", row " + std::to_string(line) + ", column '" + form.names[column] + "'", cell,
      "must be finite");
}

}  // namespace phigp::detail
