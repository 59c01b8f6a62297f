// NumPy's .npy: one array of one or two dimensions. Its rows are the table's rows; columns have no
// names.
#pragma once

#include <string>
#include <string_view>

#include "phigp/io/table.h"

namespace phigp::detail {

bool is_npy(std::string_view bytes);

// Versions 1 to 3; f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, little endian; C and Fortran order. Throws
// FileError for anything else, and InvalidInput with the cell for an infinite one.
Table parse_npy(std::string_view bytes, const std::string& name);

}  // namespace phigp::detail
