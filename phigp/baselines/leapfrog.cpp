#include "phigp/baselines/leapfrog.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace phigp {

namespace {

// Of Hoffman and Gelman: how fast averaging forgets, and how hard it is pulled to its centre.
constexpr double kPull = 0.05;
constexpr double kDelay = 10.0;
constexpr double kForgetting = 0.75;
constexpr int kMostDoublings = 60;

}  // namespace

Hamiltonian::Hamiltonian(WhitenedTarget target)
    : target_(std::move(target)), inverse_mass_(Vector::Ones(target_.size())) {}

Phase Hamiltonian::at(const Vector& z) {
  Phase phase;
  phase.z = z;
  phase.momentum = Vector::Zero(z.size());
  phase.log_density = target_.log_density(z, phase.gradient, phase.u);
  return phase;
}

void Hamiltonian::draw_momentum(Phase& phase, Stream& stream) const {
  phase.momentum = normal_vector(phase.z.size(), stream).cwiseQuotient(inverse_mass_.cwiseSqrt());
}

double Hamiltonian::energy(const Phase& phase) const {
  const double kinetic = 0.5 * phase.momentum.dot(velocity(phase));
  const double energy = kinetic - phase.log_density;
  return std::isnan(energy) ? std::numeric_limits<double>::infinity() : energy;
}

void Hamiltonian::leapfrog(Phase& phase, double step) {
  phase.momentum += 0.5 * step * phase.gradient;
  phase.z += step * velocity(phase);
  phase.log_density = target_.log_density(phase.z, phase.gradient, phase.u);
  phase.momentum += 0.5 * step * phase.gradient;
}

double Hamiltonian::reasonable_step(const Phase& phase, double first, double wanted,
                                    Stream& stream) {
  double step = first;
  int direction = 0;
  for (int k = 0; k < kMostDoublings; ++k) {
    Phase there = phase;
    draw_momentum(there, stream);
    const double before = energy(there);
    leapfrog(there, step);
    const int asked = before - energy(there) > std::log(wanted) ? 1 : -1;
    if (direction == 0) direction = asked;
    if (asked != direction) break;
    step *= direction > 0 ? 2.0 : 0.5;
  }
  return step;
}

void DualAveraging::restart(double step) {
  centre_ = std::log(10.0 * step);
  error_ = 0.0;
  log_settled_ = std::log(step);
  steps_ = 0;
}

double DualAveraging::update(double acceptance) {
  const auto t = static_cast<double>(++steps_);
  const double weight = 1.0 / (t + kDelay);
  error_ = (1.0 - weight) * error_ + weight * (wanted_ - acceptance);
  const double log_step = centre_ - error_ * std::sqrt(t) / kPull;
  const double share = std::pow(t, -kForgetting);
  log_settled_ = (1.0 - share) * log_settled_ + share * log_step;
  return std::exp(log_step);
}

double DualAveraging::settled() const { return std::exp(log_settled_); }

}  // namespace phigp
