// Mean and variance of every site while draws stream by, without keeping them; two halves of the
// work merge into the whole. Welford's update: no cancellation, however far from 0 the mean.
// math.md (D.14)
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

class RunningMoments {
 public:
  explicit RunningMoments(Eigen::Index sites);

  // One draw of all sites. A site with a NaN stays NaN, visibly.
  void add(const Eigen::Ref<const Vector>& draw);
  // As if the draws of the other had been added here.
  void merge(const RunningMoments& other);

  Eigen::Index sites() const { return mean_.size(); }
  double count() const { return count_; }
  const Vector& mean() const { return mean_; }  // 0 before the first draw
  Vector variance() const;                      // with n - 1; at least 2 draws
  Vector second_moment() const;                 // of x, about 0; at least 1 draw

 private:
  double count_ = 0.0;
  Vector mean_;
  Vector deviations_;  // sum of squares about the mean
};

}  // namespace phigp
