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

  // A direction in which a function with this gradient falls. The gradient's own while nothing was
  // learned.
  Vector descent(const Vector& gradient) const;
  // What a step from one point to another taught; ignored unless the curvature along it is
  // positive.
  void learn(const Vector& step, const Vector& gradient_change);
  bool empty() const { return pairs_.empty(); }
  void forget() { pairs_.clear(); }

 private:
  struct Pair {
    Vector step;
    Vector change;
    double inverse_curvature;
  };
  std::size_t memory_;
  std::deque<Pair> pairs_;
};

}  // namespace phigp
