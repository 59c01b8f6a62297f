// A Markov chain whose equilibrium is the posterior of f: one of the baselines, one chain of it.
#pragma once

#include "phigp/base/random.h"
#include "phigp/baselines/whitened_target.h"

namespace phigp {

// What a chain did after it had warmed up.
struct WalkerReport {
  double acceptance = 0.0;   // mean probability, or share of steps that moved
  double evaluations = 0.0;  // of p(y | f), per step
  double step_size = 0.0;    // 0 where there is none
  long divergences = 0;      // trajectories that left the law behind
};

class Walker {
 public:
  virtual ~Walker() = default;

  // One transition. While `warming`, the chain may tune itself; afterwards it is one fixed kernel.
  virtual void step(bool warming, Stream& stream) = 0;
  virtual Vector latent() const = 0;  // f
  virtual WalkerReport report() const = 0;
};

// Means over the steps since warm-up, for report().
class WalkerCount {
 public:
  void add(double acceptance, long evaluations) {
    ++steps_;
    acceptance_ += acceptance;
    evaluations_ += evaluations;
  }
  void add_divergence() { ++divergences_; }
  WalkerReport report(double step_size) const {
    const double n = steps_ == 0 ? 1.0 : static_cast<double>(steps_);
    return {acceptance_ / n, static_cast<double>(evaluations_) / n, step_size, divergences_};
  }

 private:
  long steps_ = 0;
  double acceptance_ = 0.0;
  long evaluations_ = 0;
  long divergences_ = 0;
};

inline Vector normal_vector(Eigen::Index size, Stream& stream) {
  Vector x(size);
  for (double& value : x) value = stream.normal();
  return x;
}

}  // namespace phigp
