// Draws of f given sites without a factorisation: by conjugate gradients around the variational
// posterior (site_solver.h). A draw that does not converge falls back to the direct engine, and so
// do all draws where the covariance of that posterior is too inaccurate: nearly without noise. Both
// engines use the same random numbers in the same order: their draws differ by the tolerance.
// math.md (K.7), (K.8)
#pragma once

#include <atomic>

#include "phigp/inference/latent_sampler.h"
#include "phigp/inference/site_solver.h"

namespace phigp {

class PreconditionedSampler final : public LatentSampler {
 public:
  // `q`: prior.condition(around), with sites near the mean of those to come. The prior is kept by
  // reference. `tolerance`: root mean square error of a draw in posterior standard deviations.
  PreconditionedSampler(const DensePrior& prior, const Sites& around, const DensePosterior& q,
                        double tolerance = 1e-6);

  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override;
  std::string description() const override;

  double iterations_per_solve() const;
  long fallbacks() const { return fallbacks_; }
  const Matrix& covariance() const { return base_.S; }
  // Of S: root mean square error that it brings to a draw, in posterior standard deviations. (K.14)
  double covariance_error() const { return error_; }

 private:
  const DensePrior& prior_;
  DirectSampler direct_;
  Vector mean_;   // m_0
  Vector alpha_;  // K^-1 (m_0 - mean)
  SolverBase base_;
  double tolerance_;
  double error_;
  mutable std::atomic<long> solves_ = 0;
  mutable std::atomic<long> iterations_ = 0;
  mutable std::atomic<long> fallbacks_ = 0;
};

}  // namespace phigp
