#include "phigp/inference/latent_extension.h"

#include <utility>

#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

// Of the prior variance, added to the conditional one: at inputs that were seen the conditional
// covariance is rounding errors of either sign, and this is larger than they are as a rule.
constexpr double kResolution = 1e-10;

}  // namespace

LatentExtension::LatentExtension(const Hyperparameters& values, const TrainingSet& data,
                                 const Cholesky& factor_of_k, const Points& X, const Vector& offset)
    : training_mean_(values.mean.at(data.X)), mean_(values.mean.at(X)) {
  if (data.offset.size() > 0) training_mean_ += data.offset;
  if (offset.size() > 0) mean_ += offset;
  values.kernel->cross(data.X, X, weights_);
  solve_lower(factor_of_k.L, weights_);
  Matrix covariance;
  values.kernel->gram(X, covariance);
  const double most = covariance.diagonal().maxCoeff();
  subtract_gram_of_columns(weights_, covariance);
  covariance.diagonal().array() += kResolution * most;
  factor_ = std::move(cholesky(covariance, "covariance of f at new inputs", most).L);
  solve_lower_transposed(factor_of_k.L, weights_);
}

Vector LatentExtension::mean(const Vector& f) const {
  return mean_ + weights_.transpose() * (f - training_mean_);
}

Vector LatentExtension::draw(const Vector& f, Stream& stream) const {
  Vector noise(mean_.size());
  for (double& x : noise) x = stream.normal();
  multiply_lower(factor_, noise);
  return mean(f) + noise;
}

}  // namespace phigp
