#include "phigp/baselines/elliptical_slice.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace phigp {

EllipticalSlice::EllipticalSlice(WhitenedTarget target, const Vector& start)
    : target_(std::move(target)),
      u_(target_.coordinates().to_rows(start)),
      residual_(target_.residual(u_)) {}

void EllipticalSlice::step(bool warming, Stream& stream) {
  const Vector other = target_.coordinates().to_rows(normal_vector(target_.size(), stream));
  const double level = power_ * residual_ + std::log(stream.uniform());
  const long before = target_.evaluations();
  double angle = 2.0 * std::numbers::pi * stream.uniform();
  double low = angle - 2.0 * std::numbers::pi;
  double high = angle;
  while (true) {
    Vector proposal = std::cos(angle) * u_ + std::sin(angle) * other;
    const double proposed = target_.residual(proposal);
    // The bracket shrinks to the present state, whose residual is above the level: it ends there.
    const bool above = power_ * proposed > level;
    if (above || high - low == 0.0) {
      if (above) {
        u_ = std::move(proposal);
        residual_ = proposed;
      }
      break;
    }
    (angle < 0.0 ? low : high) = angle;
    angle = low + (high - low) * stream.uniform();
  }
  if (!warming) count_.add(1.0, target_.evaluations() - before);
}

}  // namespace phigp
