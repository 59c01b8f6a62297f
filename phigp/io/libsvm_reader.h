// LIBSVM text: one row per line, `label index:value index:value …`; an index that is not there is
// zero. Columns become label, x1, x2, …
#pragma once

#include <string>
#include <string_view>

#include "phigp/io/table.h"

namespace phigp::detail {

// Whether the first lines all read as LIBSVM and one of them has an index.
bool looks_like_libsvm(std::string_view text);

// Throws InvalidInput with the row for what is not `label index:value …` with increasing indices,
// and for tables that would not fit into memory once the zeros are written out.
Table parse_libsvm(std::string_view text, const std::string& name);

}  // namespace phigp::detail
