// Equal rows as one row of more weight: the same model from fewer rows.
#pragma once

#include <optional>
#include <string>

#include "phigp/io/table.h"

namespace phigp {

// Rows whose cells are equal, but for the column `weights`, become one with the sum of their
// weights; rows of weight 0 go. The result is in the order of the cells and so depends on the rows
// and how often each counts, not on their order or on how the counting is written: weights and
// copies give the same table to the last bit. Where `weights` is no column, every row counts once,
// and a column of that name is added at the end. None where there is nothing to merge: no such
// column, and no two rows equal. Throws InvalidInput for a weight that is missing or negative, and
// unless one is above 0.
std::optional<Table> merge_equal_rows(const Table& table, const std::string& weights);

}  // namespace phigp
