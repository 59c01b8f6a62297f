// The no-U-turn sampler: trajectories that double until they turn back, one of their states drawn
// by its weight, step size by dual averaging and, on request, a mass for each coordinate. The form
// of Betancourt (2017) with the additional checks between subtrees that Stan makes. math.md
// (B.6)-(B.8)
#pragma once

#include <memory>
#include <optional>

#include "phigp/baselines/leapfrog.h"
#include "phigp/baselines/mass_windows.h"

namespace phigp {

struct NutsOptions {
  int warm_up = 500;  // steps that will be made while warming
  double acceptance = 0.8;
  int most_doublings = 10;
  bool adapt_mass = false;
};

class Nuts final : public Walker {
 public:
  Nuts(WhitenedTarget target, const Vector& start, const NutsOptions& options);
  Nuts(std::unique_ptr<Hamiltonian> motion, const Vector& start, const NutsOptions& options);

  void step(bool warming, Stream& stream) override;
  Vector latent() const override { return motion_->latent(state_); }
  WalkerReport report() const override { return count_.report(step_size_); }

 private:
  struct Stretch;     // of consecutive states
  struct Trajectory;  // what one step keeps count of

  Stretch leaf(Trajectory& trajectory, Phase& end);
  Stretch grow(int depth, Trajectory& trajectory, Phase& end, Stream& stream);
  double transition(Stream& stream);  // returns the mean acceptance along the trajectory
  void tune(double acceptance, Stream& stream);

  std::unique_ptr<Hamiltonian> motion_;
  Phase state_;
  NutsOptions options_;
  DualAveraging averaging_;
  std::optional<MassWindows> windows_;
  double step_size_ = 1.0;
  bool started_ = false;
  bool settled_ = false;
  bool diverged_ = false;  // in the last transition
  WalkerCount count_;
};

}  // namespace phigp
