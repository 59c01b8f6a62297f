// Draws of f at new inputs that continue a draw of f at the training inputs, jointly over the rows
// of a chunk. math.md (K.13)
#pragma once

#include "phigp/base/random.h"
#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

class LatentExtension {
 public:
  // `factor_of_k`: of the kernel's matrix at data.X. Rows of X are drawn jointly, which takes
  // (training rows + rows of X) x (rows of X) numbers: hand them over in chunks. `offset`: the
  // known part of f at X, or empty.
  LatentExtension(const Hyperparameters& values, const TrainingSet& data,
                  const Cholesky& factor_of_k, const Points& X, const Vector& offset);

  // E[f* | f], the same with E[f | ...] in place of f.
  Vector mean(const Vector& f) const;
  // f* given f: `mean(f)` and noise.
  Vector draw(const Vector& f, Stream& stream) const;

 private:
  Vector training_mean_;
  Vector mean_;     // of the prior, at the new inputs
  Matrix weights_;  // K^-1 k*, training rows x new rows
  Matrix factor_;   // of the conditional covariance
};

}  // namespace phigp
