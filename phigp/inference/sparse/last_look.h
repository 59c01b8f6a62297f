// The end of a fit that was stopped before a pass over all rows: q and its bound from no more rows
// than are read in a moment. math.md (Z.16)
#pragma once

#include <cstdint>

#include "phigp/inference/sparse/sparse_ascent.h"

namespace phigp {

struct LastLook {
  NaturalParameters q;    // of the rows that were looked at, each counted once
  double elbo = 0.0;      // of all rows: an estimate, unless all were looked at
  Eigen::Index rows = 0;  // that were
};

// `start`: a q of all rows.
LastLook last_look(const InducingBasis& basis, const Hyperparameters& at, const RowSource& rows,
                   NaturalParameters start, const Threads& threads, std::uint64_t seed);

}  // namespace phigp
