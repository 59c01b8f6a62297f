// What the bound loses without one of the inducing inputs, c^2 held: for all of them at once, and
// again as they go one by one. math.md (Z.17)
#pragma once

#include <vector>

#include "phigp/inference/sparse/sparse_bound.h"

namespace phigp {

class InputLosses {
 public:
  explicit InputLosses(const SparseBound::Point& point);

  bool has(Eigen::Index j) const { return here_[static_cast<std::size_t>(j)]; }
  // Of an input that is still there; infinite where rounding has left nothing to tell it by.
  double loss(Eigen::Index j) const;
  Eigen::Index least() const;  // the input with the least loss, -1: no finite one is left
  void drop(Eigen::Index j);

 private:
  // Of w = L^-T v: its covariances under p(v) and q(v), its mean under q, and what rows say of it.
  Matrix prior_;
  Matrix covariance_;
  Vector mean_;
  Matrix data_;
  std::vector<bool> here_;
};

}  // namespace phigp
