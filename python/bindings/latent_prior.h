// The Gaussian side as Python sees it: a prior of f at given inputs, dense or through inducing
// inputs, that sites turn into a posterior or a draw. Objects keep what they refer to alive.
#pragma once

#include <memory>

#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/prediction.h"

namespace phigp {

struct LatentPosterior {
  Vector mean;
  Vector variance;
  double kl = 0.0;
  double log_evidence = 0.0;
  std::shared_ptr<const LatentPredictor> predictor;  // without the prior mean
};

class LatentPrior {
 public:
  virtual ~LatentPrior() = default;
  virtual LatentPosterior condition(const Sites& sites) const = 0;
  // Exact draws of f given sites, made for sites that lie around these.
  virtual std::unique_ptr<LatentSampler> sampler(const Sites& around) const = 0;
  virtual Vector variance() const = 0;
  virtual Matrix covariance() const = 0;  // of f at the inputs

  const Vector& mean() const { return data_.offset; }

 protected:
  // The kernel in `text`; `mean` of f at each of the inputs.
  LatentPrior(const std::string& text, Points X, Vector mean);

  Hyperparameters at_;  // no likelihood
  TrainingSet data_;    // X, and the mean as offset
};

std::shared_ptr<LatentPrior> dense_latent_prior(const std::string& kernel, Points X, Vector mean);
std::shared_ptr<LatentPrior> sparse_latent_prior(const std::string& kernel, Points X, Points Z,
                                                 Vector mean);

}  // namespace phigp
