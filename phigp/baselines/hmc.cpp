#include "phigp/baselines/hmc.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

StaticHmc::StaticHmc(WhitenedTarget target, const Vector& start, double step_size, int steps)
    : motion_(std::move(target)), state_(motion_.at(start)), step_size_(step_size), steps_(steps) {
  require(step_size > 0.0 && std::isfinite(step_size), "hmc: step size", step_size,
          "must be positive");
  require(steps >= 1, "hmc: steps", static_cast<double>(steps), "must be at least 1");
}

void StaticHmc::step(bool warming, Stream& stream) {
  motion_.draw_momentum(state_, stream);
  Phase there = state_;
  for (int k = 0; k < steps_; ++k) motion_.leapfrog(there, step_size_);
  const double probability =
      std::exp(std::min(0.0, motion_.energy(state_) - motion_.energy(there)));
  if (stream.uniform() < probability) state_ = std::move(there);
  if (!warming) count_.add(probability, steps_);
}

}  // namespace phigp
