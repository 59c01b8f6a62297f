// Of several sets of inducing inputs the one that explains rows best. math.md (Z.7)
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "phigp/inference/sparse/sparse_bound.h"

namespace phigp {

struct InducingWinner {
  Points Z;
  NaturalParameters q;  // that belongs to them
  double bound = 0.0;
};

// The candidate with the highest bound, hyperparameters and c^2 held; nothing where no candidate
// has one.
std::optional<InducingWinner> inducing_race(const SparseBound& bound, const Hyperparameters& values,
                                            std::span<const double> c2,
                                            std::vector<Points> candidates);

}  // namespace phigp
