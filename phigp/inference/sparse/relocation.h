// Inducing inputs that the bound would lose least without go to where it gains most: a step that no
// slope shows, since what lies between may be worse. math.md (Z.17)
#pragma once

#include <optional>

#include "phigp/base/random.h"
#include "phigp/inference/sparse/sparse_bound.h"

namespace phigp {

struct Relocation {
  Points Z;  // inputs that stay keep their rows
  NaturalParameters q;
  std::vector<Eigen::Index> moved;  // rows of Z that are new
  double gain = 0.0;                // of the bound, c^2 held
};

// At these hyperparameters and c^2, one per row of `data`, of which `bound` is. Nothing where the
// choice that is looked at raises the bound by no more than stopping a stage would leave.
std::optional<Relocation> relocate(const SparseBound& bound, const TrainingSet& data,
                                   const Hyperparameters& at, const Points& Z,
                                   std::span<const double> c2, Stream& stream);

}  // namespace phigp
