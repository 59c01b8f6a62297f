// The rows of CSV text, be it a whole file or a piece of one that begins and ends with a row.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/csv_columns.h"
#include "phigp/io/csv_dialect.h"

namespace phigp::detail {

// What is known of a file before its rows are read.
struct CsvForm {
  std::string name;  // of the file
  TableOptions options;
  CsvDialect dialect;
  std::vector<std::string> names;  // of the columns
  std::size_t data = 0;            // where the rows begin in the text
  std::size_t data_line = 1;       // the line on which they do
  std::vector<bool> text;          // by column: read as text whatever the cells hold
};

// `text`: the file's beginning, without a byte order mark, not blank. Throws InvalidInput.
CsvForm find_form(std::string_view text, const std::string& name, const TableOptions& options);

struct CsvPiece {
  std::vector<CsvColumn> columns;
  std::size_t rows = 0;
  std::size_t first_line = 1;            // on which the first row starts
  std::vector<std::size_t> row_numbers;  // of all rows, where they do not simply count up
  std::size_t next_line = 1;             // after the text

  std::size_t line(std::size_t row) const {
    return row_numbers.empty() ? first_line + row : row_numbers[row];
  }
  // Marks the columns of numbers that met a cell which is none; false if there are none of them.
  bool found_text(std::vector<bool>& text) const;
};

inline constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t kSampleRows = 100;  // enough to know most text columns beforehand

// `line`: on which `text` starts. Throws InvalidInput.
CsvPiece read_rows(const CsvForm& form, std::string_view text, std::size_t line,
                   std::size_t most_rows = kAllRows);

// Throws InvalidInput: the cell is infinite and its column one of numbers.
[[noreturn]] void refuse_infinite(const CsvForm& form, std::size_t line, std::size_t column,
                                  const std::string& cell);

}  // namespace phigp::detail
