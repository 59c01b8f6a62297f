#include "phigp/baselines/nuts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr double kDivergence = 1000.0;  // of energy: no step of the right size gets so far

double log_add(double a, double b) {
  const double most = std::max(a, b);
  return std::isinf(most) ? most : most + std::log(std::exp(a - most) + std::exp(b - most));
}

}  // namespace

// First and last in the order in which it grew. (B.8)
struct Nuts::Stretch {
  Vector first_momentum;
  Vector first_velocity;
  Vector last_momentum;
  Vector last_velocity;
  Vector sum;  // of momenta
  Phase proposal;
  double log_weight = -std::numeric_limits<double>::infinity();
  bool goes_on = true;  // neither turned nor diverged

  void reverse() {
    first_momentum.swap(last_momentum);
    first_velocity.swap(last_velocity);
  }
};

struct Nuts::Trajectory {
  double energy = 0.0;  // at its start
  double step = 0.0;    // signed
  double acceptance = 0.0;
  long leapfrogs = 0;
};

namespace {

bool runs_along(const Vector& sum, const Vector& one_end, const Vector& other_end) {
  return sum.dot(one_end) > 0.0 && sum.dot(other_end) > 0.0;
}

// `far` grew from the last state of `near`. `lead`: the new half is preferred, as the whole
// trajectory does; otherwise a state of either is drawn by weight.
template <class Stretch>
void join(Stretch& near, Stretch far, bool lead, Stream& stream) {
  if (!far.goes_on) {  // the trajectory ends before it
    near.goes_on = false;
    return;
  }
  const double both = log_add(near.log_weight, far.log_weight);
  const double log_probability = far.log_weight - (lead ? near.log_weight : both);
  if (std::log(stream.uniform()) < log_probability) near.proposal = std::move(far.proposal);
  const Vector sum = near.sum + far.sum;
  near.goes_on =
      runs_along(sum, near.first_velocity, far.last_velocity) &&
      runs_along(near.sum + far.first_momentum, near.first_velocity, far.first_velocity) &&
      runs_along(far.sum + near.last_momentum, near.last_velocity, far.last_velocity);
  near.sum = sum;
  near.log_weight = both;
  near.last_momentum = std::move(far.last_momentum);
  near.last_velocity = std::move(far.last_velocity);
}

}  // namespace

Nuts::Nuts(WhitenedTarget target, const Vector& start, const NutsOptions& options)
    : Nuts(std::make_unique<Hamiltonian>(std::move(target)), start, options) {}

Nuts::Nuts(std::unique_ptr<Hamiltonian> motion, const Vector& start, const NutsOptions& options)
    : motion_(std::move(motion)),
      state_(motion_->at(start)),
      options_(options),
      averaging_(options.acceptance) {
  require(options.acceptance > 0.0 && options.acceptance < 1.0, "nuts: acceptance",
          options.acceptance, "must lie between 0 and 1");
  require(options.most_doublings >= 1, "nuts: doublings",
          static_cast<double>(options.most_doublings), "must be at least 1");
  if (options.adapt_mass) windows_.emplace(options.warm_up, start.size());
}

Nuts::Stretch Nuts::leaf(Trajectory& trajectory, Phase& end) {
  motion_->leapfrog(end, trajectory.step);
  ++trajectory.leapfrogs;
  const double change = trajectory.energy - motion_->energy(end);
  Stretch one;
  one.first_momentum = one.last_momentum = one.sum = end.momentum;
  one.first_velocity = one.last_velocity = motion_->velocity(end);
  one.proposal = end;
  one.log_weight = change;
  trajectory.acceptance += std::exp(std::min(0.0, change));
  if (change < -kDivergence) {
    diverged_ = true;
    one.goes_on = false;
  }
  return one;
}

Nuts::Stretch Nuts::grow(int depth, Trajectory& trajectory, Phase& end, Stream& stream) {
  if (depth == 0) return leaf(trajectory, end);
  Stretch near = grow(depth - 1, trajectory, end, stream);
  if (near.goes_on) join(near, grow(depth - 1, trajectory, end, stream), false, stream);
  return near;
}

double Nuts::transition(Stream& stream) {
  motion_->draw_momentum(state_, stream);
  diverged_ = false;
  Trajectory trajectory;
  trajectory.energy = motion_->energy(state_);
  Stretch whole;  // from back to front
  whole.first_momentum = whole.last_momentum = whole.sum = state_.momentum;
  whole.first_velocity = whole.last_velocity = motion_->velocity(state_);
  whole.proposal = state_;
  whole.log_weight = 0.0;
  Phase back = state_;
  Phase front = state_;
  for (int depth = 0; depth < options_.most_doublings && whole.goes_on; ++depth) {
    const bool forward = stream.uniform() > 0.5;
    trajectory.step = forward ? step_size_ : -step_size_;
    Stretch added = grow(depth, trajectory, forward ? front : back, stream);
    if (!forward) whole.reverse();
    join(whole, std::move(added), true, stream);
    if (!forward) whole.reverse();
  }
  state_ = std::move(whole.proposal);
  return trajectory.acceptance / static_cast<double>(trajectory.leapfrogs);
}

void Nuts::tune(double acceptance, Stream& stream) {
  step_size_ = averaging_.update(acceptance);
  if (!windows_ || !windows_->add(state_.z)) return;
  motion_->set_inverse_mass(windows_->variances());
  step_size_ = motion_->reasonable_step(state_, step_size_, options_.acceptance, stream);
  averaging_.restart(step_size_);
}

void Nuts::step(bool warming, Stream& stream) {
  if (!started_) {
    step_size_ = motion_->reasonable_step(state_, step_size_, options_.acceptance, stream);
    averaging_.restart(step_size_);
    started_ = true;
  }
  if (!warming && !settled_) {
    if (options_.warm_up > 0) step_size_ = averaging_.settled();
    settled_ = true;
  }
  const long before = motion_->target().evaluations();
  const double acceptance = transition(stream);
  if (warming) {
    tune(acceptance, stream);
    return;
  }
  count_.add(acceptance, motion_->target().evaluations() - before);
  if (diverged_) count_.add_divergence();
}

}  // namespace phigp
