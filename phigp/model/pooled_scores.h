// Predictions of all folds put together, and their scores. math.md (D.21)
#pragma once

#include "phigp/model/cross_validation.h"

namespace phigp {

// folds: of each repeat, the fold of each row of the table, -1 for none. predicted: of each entry
// of result.folds, rows in the order of the table; read where it is done. Fills in held_out, where
// and pooled.
void pool(const std::vector<std::vector<int>>& folds, const std::vector<HeldOut>& predicted,
          std::uint64_t seed, CrossValidation& result);

}  // namespace phigp
