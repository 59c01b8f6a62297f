// q(f) at new inputs. math.md (K.9)
#pragma once

#include "phigp/inference/collapsed_bound.h"

namespace phigp {

class LatentPredictor {
 public:
  virtual ~LatentPredictor() = default;

  // Mean and variance of f at each row, known offsets not included.
  virtual void marginals(const Points& X, Vector& mean, Vector& variance) const = 0;
  // The same with the whole covariance between the rows.
  virtual void joint(const Points& X, Vector& mean, Matrix& covariance) const = 0;
};

// What a fitted dense model keeps to predict: the inputs it has seen, and how f reacts to them.
class DensePredictor final : public LatentPredictor {
 public:
  DensePredictor(const Hyperparameters& values, Points X, const DensePosterior& q);

  void marginals(const Points& X, Vector& mean, Vector& variance) const override;
  void joint(const Points& X, Vector& mean, Matrix& covariance) const override;

 private:
  Hyperparameters values_;
  Points X_;
  Vector alpha_;
  Vector t_;
  Matrix inverse_factor_;
  Matrix lift_;
};

}  // namespace phigp
