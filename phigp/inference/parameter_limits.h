// How far learning may move each free number: logarithms and logits stop where a further factor
// says nothing more and arithmetic still holds. Coefficients of the mean are free. math.md (H.5)
#pragma once

#include <string>
#include <vector>

#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"

namespace phigp {

struct ParameterLimits {
  Vector low;
  Vector high;

  Vector clamp(const Vector& x) const { return x.cwiseMax(low).cwiseMin(high); }
  // The part of a direction that does not lead out.
  Vector open_part(const Vector& x, const Vector& direction) const;
  // To within a per cent of the parameter: the last step need not touch.
  bool reached(const Vector& x, Eigen::Index k) const {
    return x[k] <= low[k] + 0.01 || x[k] >= high[k] - 0.01;
  }
};

// A factor of 1e5 either way from the start and from the scales of the data, which are elsewhere
// where neither data nor initial values are standardised.
ParameterLimits parameter_limits(const FreeParameters& free, const Hyperparameters& start,
                                 const TrainingSet& data);

}  // namespace phigp
