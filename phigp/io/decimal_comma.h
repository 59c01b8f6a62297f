// Numbers with a decimal comma are text to the readers. Taken for categories or labels they would
// be used in silence.
#pragma once

#include "phigp/io/table.h"

namespace phigp {

// Throws DataError where all values of a text column are numbers, and some have a comma.
void refuse_decimal_commas(const Table& table, const Column& column);

}  // namespace phigp
