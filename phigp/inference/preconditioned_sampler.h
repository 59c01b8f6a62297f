// Draws of f given sites without a factorisation: with the variational posterior S = (K^-1 +
// Lambda_0)^-1 at hand, K^-1 + Lambda = S^-1 + (Lambda - Lambda_0), and conjugate gradients
// preconditioned by S need one product with S per iteration and a handful of iterations, whatever
// the number of rows. Sites far sharper than their mean go into the preconditioner exactly. A draw
// that does not converge falls back to the direct engine. Both engines use the same random numbers
// in the same order: their draws differ by the tolerance. math.md (K.7), (K.8)
#pragma once

#include <atomic>

#include "phigp/inference/latent_sampler.h"

namespace phigp {

class PreconditionedSampler final : public LatentSampler {
 public:
  // `q`: prior.condition(around), with sites near the mean of those to come. The prior is kept by
  // reference. `tolerance`: root mean square error of a draw in posterior standard deviations.
  PreconditionedSampler(const DensePrior& prior, const Sites& around, const DensePosterior& q,
                        double tolerance = 1e-6);

  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override;

  double iterations_per_solve() const;
  long fallbacks() const { return fallbacks_; }
  const Matrix& covariance() const { return S_; }

 private:
  struct Preconditioner;  // S with the sharp sites of one draw

  bool solve(const Preconditioner& inner, Vector& rhs, Vector& x) const;

  const DensePrior& prior_;
  DirectSampler direct_;
  Vector mean_precision_;  // Lambda_0
  Vector mean_;            // m_0
  Vector alpha_;           // K^-1 (m_0 - mean)
  Matrix S_;               // both triangles
  double tolerance_;
  mutable std::atomic<long> solves_ = 0;
  mutable std::atomic<long> iterations_ = 0;
  mutable std::atomic<long> fallbacks_ = 0;
};

}  // namespace phigp
