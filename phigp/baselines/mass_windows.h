// When the variances of z are learned during warm-up, and when they are put to use: in windows,
// each twice as long as the one before, between a stretch at the start that finds the law and one
// at the end that settles the step size. Lengths as in Stan. math.md (B.7)
#pragma once

#include "phigp/diagnostics/running_moments.h"

namespace phigp {

class MassWindows {
 public:
  MassWindows(int warm_up, Eigen::Index size);

  // Takes the state after a step of the warm-up. True where a window ends: variances() is then what
  // to use from now on.
  bool add(const Vector& z);
  const Vector& variances() const { return variances_; }

 private:
  int begin_;     // of the first window
  int end_;       // of the last
  int next_end_;  // of the window that is open
  int length_;    // of it
  int step_ = 0;
  RunningMoments moments_;
  Vector variances_;
};

}  // namespace phigp
