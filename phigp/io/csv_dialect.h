// What a CSV file does not say about itself: its delimiter, and whether its first row is a header.
#pragma once

#include <string_view>

#include "phigp/io/read_table.h"

namespace phigp::detail {

struct CsvDialect {
  char delimiter = ',';
  bool header = true;
};

// From the first rows. The delimiter is the one that gives every row the same number of cells, more
// than one; of several such, the rarer in ordinary text: tab, ; | , space. If none does, the one
// that does so for most rows, so that the odd rows are reported rather than the file misread.
CsvDialect find_dialect(std::string_view text, const TableOptions& options);

// Whether this is a number, infinite and NaN included; +1 is one.
bool is_number(std::string_view cell);

}  // namespace phigp::detail
