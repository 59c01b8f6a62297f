// One approximation of a comparison.
#pragma once

#include "phigp/compare/sampler_run.h"
#include "phigp/inference/coordinate_ascent.h"

namespace phigp {

// Coordinate ascent's answer and what it took: `vi` is not run again.
struct TimedAscent {
  AscentResult result;
  double seconds = 0.0;
};

ComparedApproximation run_approximation(const ComparedMethod& method,
                                        const ComparedPosterior& posterior,
                                        const TimedAscent& ascent, const CompareSettings& settings,
                                        const RowMoments* reference);

}  // namespace phigp
