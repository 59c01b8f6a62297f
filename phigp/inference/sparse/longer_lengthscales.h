// Features that the bound would rather do without: a lengthscale that is far too short stands on a
// plateau, where slopes say next to nothing for many steps. math.md (Z.18)
#pragma once

#include "phigp/base/progress.h"
#include "phigp/inference/prior_law.h"
#include "phigp/inference/sparse/sparse_bound.h"

namespace phigp {

struct LongerLengthscales {
  Hyperparameters values;
  NaturalParameters q;
  int count = 0;  // of lengthscales that are longer now
};

// Lengthscales that are learned, one after the other ten times as long where that raises bound +
// log prior by more than stopping a stage would leave. c2: one per row of `data`, of which `bound`
// is, at these values. What has been found so far where `watch` says stop.
LongerLengthscales lengthen(const SparseBound& bound, const TrainingSet& data,
                            const Hyperparameters& at, const Points& Z, std::vector<double> c2,
                            const LearnedParts& parts, const std::vector<PriorStatement>& priors,
                            const Watcher& watch = {});

}  // namespace phigp
