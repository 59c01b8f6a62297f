// Some rows of a table as a table of their own.
#pragma once

#include <span>

#include "phigp/io/table.h"

namespace phigp {

// In the order given. Rows keep their numbers in the file, so that errors point there; text columns
// keep only the texts that the rows hold, as if the others had never been seen. Throws InvalidInput
// for no row and for one that is not there.
Table select_rows(const Table& table, std::span<const std::size_t> rows);

}  // namespace phigp
