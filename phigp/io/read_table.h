// From a file to a Table. CSV and its relatives, LIBSVM, .npy and column files, each plain or
// gzipped, are told apart by their content; what a file leaves open (delimiter, header) is found
// out and can be overridden. A plain column file is mapped, all others are read into memory.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "phigp/io/table.h"

namespace phigp {

enum class TableFormat { automatic, csv, libsvm, npy, columns };

struct TableOptions {
  TableFormat format = TableFormat::automatic;
  // CSV only: , ; tab | or space (any number of spaces is one delimiter then).
  std::optional<char> delimiter;
  // CSV only: whether the first row holds names. Found: it does unless one of its cells is a
  // number.
  std::optional<bool> header;
  // Cells that mean "missing", besides empty ones. Exact spelling.
  std::vector<std::string> missing{"NA", "N/A", "nan", "NaN", "NAN", "-nan", "null", "NULL", "?"};
  // CSV only: columns to be read as text whatever they hold: categories that happen to be numbers.
  // Names that the file does not have are ignored.
  std::vector<std::string> text_columns;
};

// Throws FileError for a file that cannot be opened, unpacked or is no text, and InvalidInput with
// row, column and content for a table that breaks the rules of docs/files.md.
Table read_table(const std::string& path, const TableOptions& options = {});

// The same from a stream, for standard input; `name` stands for it in errors.
Table read_table(std::istream& in, const std::string& name, const TableOptions& options = {});

}  // namespace phigp
