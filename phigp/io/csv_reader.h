// CSV text to a Table, in one pass over the text; a second one only when a column that began with
// numbers turns out to be text after the first rows.
#pragma once

#include <string>
#include <string_view>

#include "phigp/io/read_table.h"

namespace phigp::detail {

// `text`: UTF-8 without a byte order mark, not blank. Throws InvalidInput.
Table parse_csv(std::string_view text, const std::string& name, const TableOptions& options);

}  // namespace phigp::detail
