#include "phigp/inference/sparse/inducing_race.h"

#include <cmath>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

std::optional<InducingWinner> inducing_race(const SparseBound& bound, const Hyperparameters& values,
                                            std::span<const double> c2,
                                            std::vector<Points> candidates) {
  std::optional<InducingWinner> best;
  for (Points& Z : candidates) {
    try {
      const SparseBound::Point point = bound.at(values, Z, c2);
      if (!std::isfinite(point.value) || (best && point.value <= best->bound)) continue;
      best = {std::move(Z), point.q.natural(), point.value};
    } catch (const Error&) {  // no bound there
      continue;
    }
  }
  return best;
}

}  // namespace phigp
