// The evidence of given sites as a function of kernel and mean, f integrated out: what their
// parameters are judged by in a Gibbs sweep. A kernel costs one factorisation, which stays until
// the next one; a mean costs a solve; a draw of f costs the factor of K. math.md (K.5), (S.9)
#pragma once

#include <optional>

#include "phigp/base/training_set.h"
#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/mean_function.h"
#include "phigp/kernels/kernel.h"

namespace phigp {

class SiteEvidence {
 public:
  SiteEvidence(const TrainingSet& data, const Sites& sites);  // both kept by reference

  // Takes this kernel, and the sites as they are now. Throws NumericalError where no jitter makes
  // its matrix a covariance.
  void use(const Kernel& kernel);
  double log_evidence(const MeanFunction& mean) const;  // under the kernel in use

  // f given the sites, fresh: kernel and mean have moved with f integrated out, and an old f would
  // not belong to them. The factor of K remains for draws at new inputs.
  void draw(const MeanFunction& mean, Stream& stream, Vector& f, Vector* conditional_mean);
  const Cholesky& factor_of_k() const { return *factor_; }

 private:
  Vector mean_of(const MeanFunction& mean) const;

  const TrainingSet& data_;
  const Sites& sites_;
  std::optional<DensePrior> prior_;  // its mean is 0: means come with each call
  ScaledSites scale_;
  Matrix factor_of_a_;
  double log_det_b_ = 0.0;
  Vector k_tilt_;
  std::optional<Cholesky> factor_;
};

}  // namespace phigp
