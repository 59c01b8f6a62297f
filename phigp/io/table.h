// A table: columns with names, each of numbers or of text, and where in which file every cell came
// from, so that an error can say "train.csv, row 17, column 'age'". The cells may lie in a mapped
// file (table_file.h) instead of memory. Nothing here knows what a column is for.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/number_cells.h"

namespace phigp {

enum class ColumnKind { number, text };

struct Column {
  std::string name;
  ColumnKind kind = ColumnKind::number;
  NumberCells numbers;              // kind number: one per row; NaN = missing
  std::vector<std::string> values;  // kind text: the different texts, by first appearance
  SharedArray<std::int32_t> codes;  // kind text: one per row, a place in `values`; -1 = missing
  std::size_t position = 0;         // place in the file, from 0; set by Table

  std::size_t rows() const { return kind == ColumnKind::text ? codes.size() : numbers.size(); }
  bool missing(std::size_t row) const {
    return kind == ColumnKind::text ? codes[row] < 0 : std::isnan(numbers[row]);
  }
  // The cell as text; a number in its shortest form. Empty if missing.
  std::string text(std::size_t row) const;
};

Column number_column(std::string name, std::vector<double> numbers);
// Empty texts are missing.
Column text_column(std::string name, std::span<const std::string> texts);

struct TableFacts {
  bool named = true;            // the file states the names; otherwise they are column1, column2, …
  bool absent_is_zero = false;  // LIBSVM: a column that is not there is a column of zeros
  std::size_t first_row = 1;    // number of the first row in the file, a header counted
  SharedArray<std::size_t> row_numbers;  // where they do not simply count up; else empty
  std::string made_from;  // a column file: the file that its rows are numbered by; else empty
  bool finite = false;    // the numbers are known to be finite or NaN: Table looks at none
};

class Table {
 public:
  // Throws InvalidInput unless names are there and different, columns of equal length and numbers
  // finite or NaN.
  Table(std::string source, std::vector<Column> columns, TableFacts facts = {});

  const std::string& source() const { return source_; }  // the file's path
  std::size_t rows() const { return rows_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::vector<std::string> names() const;
  bool named() const { return facts_.named; }
  bool absent_is_zero() const { return facts_.absent_is_zero; }

  // nullptr when there is none.
  const Column* find(std::string_view name) const;
  // By name or, where the file states no names, also by number: 1 is the first column, -1 the last.
  // Throws InvalidInput with the nearest name.
  const Column& at(std::string_view name) const;

  // Row as the file, or the one it was made from, counts: the line on which it starts, a header
  // counted.
  std::size_t row_number(std::size_t row) const;
  // Of all rows; empty where they count up from that of the first.
  const SharedArray<std::size_t>& row_numbers() const { return facts_.row_numbers; }
  const std::string& made_from() const { return facts_.made_from; }
  // "train.csv, row 17, column 'age'", or "train.table, row 17 of train.csv, column 'age'".
  std::string place(std::size_t row, const Column& column) const;
  std::string place(const Column& column) const;

 private:
  std::string source_;
  std::vector<Column> columns_;
  TableFacts facts_;
  std::size_t rows_ = 0;
};

// Throws InvalidInput unless names are there and different.
void require_names(const std::string& source, const std::vector<std::string>& names);

// A column of numbers for weights: text, missing cells, and numbers that lie apart in memory throw
// InvalidInput.
std::span<const double> complete_numbers(const Table& table, std::string_view column);
// One cell of such a column; throws likewise. The column is one of numbers.
double complete_number(const Table& table, const Column& column, std::size_t row);
// The same, missing cells (NaN) allowed.
const NumberCells& numbers_of(const Table& table, const Column& column);

}  // namespace phigp
