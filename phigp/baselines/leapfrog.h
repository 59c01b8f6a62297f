// What Hamiltonian samplers share: states of position and momentum, the leapfrog step, and the
// tuning of its size. math.md (B.5)
#pragma once

#include "phigp/baselines/walker.h"

namespace phigp {

struct Phase {
  Vector z;
  Vector u;  // A z
  Vector momentum;
  Vector gradient;  // of the log density at z
  double log_density = 0.0;
};

// Momenta are N(0, diag(1 / inverse_mass)).
class Hamiltonian {
 public:
  explicit Hamiltonian(WhitenedTarget target);
  virtual ~Hamiltonian() = default;

  WhitenedTarget& target() { return target_; }
  const WhitenedTarget& target() const { return target_; }
  const Vector& inverse_mass() const { return inverse_mass_; }
  void set_inverse_mass(const Vector& inverse_mass) { inverse_mass_ = inverse_mass; }

  Phase at(const Vector& z);
  void draw_momentum(Phase& phase, Stream& stream) const;
  Vector velocity(const Phase& phase) const { return inverse_mass_.cwiseProduct(phase.momentum); }
  double energy(const Phase& phase) const;           // infinite where the density is not to be had
  virtual void leapfrog(Phase& phase, double step);  // open, so that a wrong one can be tried
  Vector latent(const Phase& phase) const { return target_.coordinates().centre + phase.u; }

  // A step size at which one leapfrog step is accepted about as often as is wanted: doubled or
  // halved from `first`.
  double reasonable_step(const Phase& phase, double first, double wanted, Stream& stream);

 private:
  WhitenedTarget target_;
  Vector inverse_mass_;
};

// Nesterov's dual averaging as Hoffman and Gelman (2014) use it: the step size at which the mean
// acceptance is `wanted`. (B.6)
class DualAveraging {
 public:
  explicit DualAveraging(double wanted) : wanted_(wanted) {}

  void restart(double step);
  double update(double acceptance);  // the step size to try next
  double settled() const;            // the one to keep

 private:
  double wanted_;
  double centre_ = 0.0;
  double error_ = 0.0;
  double log_settled_ = 0.0;
  long steps_ = 0;
};

}  // namespace phigp
