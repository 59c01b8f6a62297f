// The Gaussian side in r dimensions, where the kernel matrix has numerical rank r, far fewer than
// rows: f = mean + W z + sqrt(d) e with z and e standard normal, K = W W^T + diag(d). A draw then
// takes n r^2 operations instead of n^3. math.md (K.10), (K.11)
#pragma once

#include <optional>
#include <vector>

#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/likelihoods/sites.h"
#include "phigp/linalg/cholesky.h"
#include "phigp/linalg/pivoted_cholesky.h"

namespace phigp {

struct LowRankPrior {
  Vector mean;       // n
  Matrix W;          // n x r
  Vector d;          // n: white noise, or whatever W does not explain
  Vector explained;  // n: squared lengths of the rows of W

  Eigen::Index size() const { return W.rows(); }
  Eigen::Index rank() const { return W.cols(); }
};

// k(x_i, x_i) without white noise: from small square blocks, since `cross` knows no white noise.
Vector smooth_diagonal(const Kernel& kernel, const Points& X);

// The kernel matrix at X without white noise, of rank `most_rank` at most. (K.10)
LowRankFactor smooth_factor(const Kernel& kernel, const Points& X, double tolerance,
                            Eigen::Index most_rank);

// Nothing where the rank, to 1e-12 of the largest variance, is more than `most_rank`.
std::optional<LowRankPrior> low_rank_prior(const Hyperparameters& at, const TrainingSet& data,
                                           Eigen::Index most_rank);

// f given sites. (K.11)
class LowRankPosterior {
 public:
  LowRankPosterior(const LowRankPrior& prior, const Sites& sites);  // prior kept by reference

  const Vector& mean() const { return mean_; }
  // f - mean from that many independent standard normal numbers.
  Vector deviation(const Vector& normals) const;
  Eigen::Index normals() const;

 private:
  // z <- z + P^-1 W_J^T V^-1 (x_J - W_J z): conditions on the sharp sites.
  void take_in_sharp(const Vector& x, Vector& z) const;
  Vector to_rows(const Vector& z) const;  // what z explains of f - prior mean

  const LowRankPrior& prior_;
  Vector keep_;                      // 1 / (1 + lambda d): the share of W z in f
  Cholesky factor_;                  // of P, without the sharp sites
  std::vector<Eigen::Index> sharp_;  // J
  Matrix spread_;                    // C^-1 W_J^T, P = C C^T
  Vector noise_;                     // 1 / lambda + d of the sharp sites
  Cholesky inner_;                   // of V = W_J P^-1 W_J^T + diag(noise)
  Vector mean_;
};

}  // namespace phigp
