// q(f) at new inputs. math.md (K.9)
#pragma once

#include "phigp/inference/collapsed_bound.h"

namespace phigp {

// What a fitted dense model keeps to predict: the inputs it has seen, and how f reacts to them.
class LatentPredictor {
 public:
  LatentPredictor(const Hyperparameters& values, Points X, const DensePosterior& q);

  // Mean and variance of f at each row, known offsets not included.
  void marginals(const Points& X, Vector& mean, Vector& variance) const;
  // The same with the whole covariance between the rows.
  void joint(const Points& X, Vector& mean, Matrix& covariance) const;

 private:
  Hyperparameters values_;
  Points X_;
  Vector alpha_;
  Vector t_;
  Matrix inverse_factor_;
  Matrix lift_;
};

}  // namespace phigp
