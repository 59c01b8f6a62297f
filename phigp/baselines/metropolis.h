// Metropolis-Hastings in two forms: a random walk in z whose step is tuned while warming up, and
// proposals drawn from the prior whatever the present state, as the paper's experiments had it. The
// second rejects nearly always once there are more than a few rows. math.md (B.3)
#pragma once

#include <cmath>

#include "phigp/baselines/walker.h"

namespace phigp {

class RandomWalk final : public Walker {
 public:
  RandomWalk(WhitenedTarget target, Vector start);

  void step(bool warming, Stream& stream) override;
  Vector latent() const override { return target_.coordinates().centre + u_; }
  WalkerReport report() const override { return count_.report(std::exp(log_step_)); }

 private:
  WhitenedTarget target_;
  Vector z_;
  Vector u_;  // A z
  double log_density_;
  double log_step_;
  long warmed_ = 0;
  WalkerCount count_;
};

// Coordinates have to be those of the prior: then z is standard normal before any target is seen.
class PriorProposal final : public Walker {
 public:
  PriorProposal(WhitenedTarget target, const Vector& start);

  void step(bool warming, Stream& stream) override;
  Vector latent() const override { return target_.coordinates().centre + u_; }
  WalkerReport report() const override { return count_.report(0.0); }

 private:
  WhitenedTarget target_;
  Vector u_;
  double residual_;
  WalkerCount count_;
};

}  // namespace phigp
