// Longer steps for coordinate ascent where it creeps. Sites far sharper than the likelihood itself
// (counts of a thousand and more) let q move by a small part of what is left in each iteration.
// From the c^2 of the last few iterations follows where they are going (Anderson's acceleration).
// Whoever uses it compares the bound and takes back what lowers it. math.md (V.5)
#pragma once

#include <deque>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

class AscentExtrapolation {
 public:
  // c2: what the iteration at the last c2 asks for. True: it was moved on from there, and `settle`
  // is to be told what came of it. Never where it is not `allowed`.
  bool lengthen(std::vector<double>& c2, bool allowed);
  // Where the bound fell the plain c2 comes back.
  void settle(bool raised, std::vector<double>& c2);

 private:
  struct Iteration {
    Vector at;     // log c^2
    Vector asked;  // log c^2 of the q that followed
  };

  std::deque<Iteration> past_;
  Vector at_;  // of the iteration under way; empty before the first
  std::vector<double> plain_;
  bool creeps_ = false;
  double farthest_ = 1.0;  // from the plain log c^2, of any row
};

}  // namespace phigp
