// Elliptical slice sampling (Murray, Adams and MacKay 2010): points of an ellipse through the
// present state and a fresh draw of N(0, A A^T), taken at random from those above a random level of
// the rest of the density. In prior coordinates the rest is the likelihood; in variational ones it
// is the likelihood times prior over q (Nishihara, Murray and Adams 2014 use a similar correction).
// One product with A per step, nothing to tune. math.md (B.4)
#pragma once

#include "phigp/baselines/walker.h"

namespace phigp {

class EllipticalSlice final : public Walker {
 public:
  EllipticalSlice(WhitenedTarget target, const Vector& start);

  void step(bool warming, Stream& stream) override;
  Vector latent() const override { return target_.coordinates().centre + u_; }
  WalkerReport report() const override { return count_.report(0.0); }

  // The law becomes N(0, A A^T) of u times the rest to this power, 0 to 1. (B.12)
  void set_power(double power) { power_ = power; }
  double residual() const { return residual_; }  // log of the rest, power 1

 private:
  WhitenedTarget target_;
  Vector u_;
  double residual_;
  double power_ = 1.0;
  WalkerCount count_;
};

}  // namespace phigp
