// Limited-memory BFGS, driven step by step from outside: it proposes directions and learns from the
// steps taken. The caller owns the loop, because its objective moves between steps (sites are
// refreshed) and a library that keeps old values would compare what cannot be compared.
#pragma once

#include <cstddef>
#include <deque>

#include "phigp/base/matrix.h"

namespace phigp {

class Lbfgs {
 public:
  explicit Lbfgs(std::size_t memory = 12) : memory_(memory) {}

  // For many variables that have little in common: before anything is learned, steps of all are
  // alike in these units, and what single variables then show about their own curvature is kept
  // beside the pairs. math.md (H.9). Called again, the units change and what was learned stays.
  void measure_in(const Vector& units);

  // A direction in which a function with this gradient falls. The gradient's own, in the units of
  // the variables, while nothing was learned.
  Vector descent(const Vector& gradient) const;
  // What a step from one point to another taught; ignored unless the curvature along it is
  // positive.
  void learn(const Vector& step, const Vector& gradient_change);
  bool empty() const { return pairs_.empty(); }
  void forget() { pairs_.clear(); }             // the pairs
  void forget_scales() { learned_.setOnes(); }  // what is known of single variables

 private:
  struct Pair {
    Vector step;
    Vector change;
    double inverse_curvature;
  };
  bool measured() const { return squares_.size() > 0; }
  void learn_diagonal(const Vector& step, const Vector& change, double curvature);

  std::size_t memory_;
  std::deque<Pair> pairs_;
  // Of the inverse Hessian that the pairs correct, the diagonal: squares of units times what was
  // learned. Empty: a multiple of the identity.
  Vector squares_;
  Vector learned_;
};

}  // namespace phigp
