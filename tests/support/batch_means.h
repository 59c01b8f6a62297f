// The mean of several functions of a chain, with standard errors that know about the dependence of
// consecutive draws: the chain is cut into batches much longer than its memory.
#pragma once

#include <cmath>

#include "phigp/base/matrix.h"

namespace phigp::test {

class BatchMeans {
 public:
  static constexpr int kBatches = 200;

  BatchMeans(Eigen::Index functions, int draws)
      : per_batch_(draws / kBatches),
        sum_(Vector::Zero(functions)),
        means_(Matrix::Zero(functions, kBatches)) {}

  // Draws beyond the last whole batch do not count.
  void add(const Vector& values) {
    if (batch_ == kBatches) return;
    sum_ += values;
    if (++count_ < per_batch_) return;
    means_.col(batch_++) = sum_ / per_batch_;
    sum_.setZero();
    count_ = 0;
  }

  Vector mean() const { return means_.rowwise().mean(); }
  Vector standard_error() const {
    const Matrix deviations = means_.colwise() - mean();
    return (deviations.rowwise().squaredNorm() / (kBatches - 1.0) / kBatches).cwiseSqrt();
  }

 private:
  int per_batch_;
  int count_ = 0;
  Eigen::Index batch_ = 0;
  Vector sum_;
  Matrix means_;  // functions x batches
};

}  // namespace phigp::test
