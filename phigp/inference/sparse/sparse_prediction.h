// q(f) of a sparse model at new inputs. math.md (Z.3)
#pragma once

#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/prediction.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/sparse_posterior.h"

namespace phigp {

class SparsePredictor final : public LatentPredictor {
 public:
  SparsePredictor(const Hyperparameters& values, Points Z, NaturalParameters q);

  void marginals(const Points& X, Vector& mean, Vector& variance) const override;
  void joint(const Points& X, Vector& mean, Matrix& covariance) const override;

  const InducingBasis& basis() const { return basis_; }
  const SparsePosterior& posterior() const { return q_; }

 private:
  MeanFunction mean_;
  InducingBasis basis_;
  SparsePosterior q_;
};

}  // namespace phigp
