// Hamiltonian Monte Carlo with a step size and a number of steps that the caller states. Nothing is
// tuned. math.md (B.5)
#pragma once

#include "phigp/baselines/leapfrog.h"

namespace phigp {

class StaticHmc final : public Walker {
 public:
  // Throws InvalidInput unless step_size is positive and steps at least 1.
  StaticHmc(WhitenedTarget target, const Vector& start, double step_size, int steps);

  void step(bool warming, Stream& stream) override;
  Vector latent() const override { return motion_.latent(state_); }
  WalkerReport report() const override { return count_.report(step_size_); }

 private:
  Hamiltonian motion_;
  Phase state_;
  double step_size_;
  int steps_;
  WalkerCount count_;
};

}  // namespace phigp
