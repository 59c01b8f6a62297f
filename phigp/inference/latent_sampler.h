// Exact draws of f given sites, the Gaussian half of a Gibbs sweep. Three engines with the same
// law: one factorises a matrix per draw and serves as the oracle; one solves by conjugate
// gradients, preconditioned by the variational posterior; one works in the few dimensions that a
// smooth kernel leaves. math.md (K.6)
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "phigp/base/random.h"
#include "phigp/inference/dense_prior.h"

namespace phigp {

class LatentSampler {
 public:
  virtual ~LatentSampler() = default;

  // f <- m + k (f - m) + sqrt(1 - k^2) (x - m) with x ~ N(m, S) fresh, (m, S) the law of f given
  // the sites: leaves that law as it is for every persistence k in (-1, 1). k = 0 forgets the old
  // f; negative k is over-relaxation. Writes m to `conditional_mean` unless it is null. Safe to
  // call from several threads.
  virtual void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                    Vector* conditional_mean) const = 0;
  // How draws were made so far, for people.
  virtual std::string description() const = 0;
};

// Matrices that draws borrow one after the other: fresh memory for n^2 numbers costs a good part of
// factorising them.
class ScratchMatrices {
 public:
  std::unique_ptr<Matrix> take();
  void give_back(std::unique_ptr<Matrix> matrix);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Matrix>> free_;
};

// What Matheron's rule works with: f ~ N(mean, K), the sites, and the factors of K and of A. (K.2)
struct FactorisedSites {
  const Vector& mean;
  const Matrix& K;
  const Matrix& factor_of_k;
  const ScaledSites& scale;
  const Matrix& factor_of_a;
};
// The draw that LatentSampler::draw describes.
void draw_latent(const FactorisedSites& given, double persistence, Stream& stream, Vector& f,
                 Vector* conditional_mean);

// One Cholesky factorisation per draw.
class DirectSampler final : public LatentSampler {
 public:
  explicit DirectSampler(const DensePrior& prior);  // kept by reference

  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override;
  std::string description() const override;
  const Cholesky& factor() const { return factor_; }  // of K, with its jitter

 private:
  const DensePrior& prior_;
  Cholesky factor_;
  mutable ScratchMatrices scratch_;
};

}  // namespace phigp
