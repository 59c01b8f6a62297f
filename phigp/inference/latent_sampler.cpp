#include "phigp/inference/latent_sampler.h"

#include <cmath>

#include "phigp/linalg/blas.h"

namespace phigp {

DirectSampler::DirectSampler(const DensePrior& prior)
    : prior_(prior), factor_(cholesky(prior.covariance(), "prior covariance")) {}

void DirectSampler::draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                         Vector* conditional_mean) const {
  const Eigen::Index n = prior_.size();
  const Matrix& K = prior_.covariance();
  const SiteScaling scale = prior_.scaling(sites);
  const Cholesky A = prior_.scaled_factor(scale);
  const auto solve = [&](Vector& x) {  // from t x to R x
    solve_lower(A.L, x);
    solve_lower_transposed(A.L, x);
    x.array() *= scale.t.array();
  };
  const Eigen::Map<const Vector> tilt(sites.tilt.data(), n);
  const Eigen::Map<const Vector> centre(sites.centre.data(), n);
  Vector e(n);
  for (double& x : e) x = stream.normal();
  multiply_lower(factor_.L, e);
  Vector k_tilt;
  multiply_symmetric(K, tilt, k_tilt);
  Vector mean_part = scale.t.array() * (prior_.mean() - centre + k_tilt).array();
  Vector noise_part = scale.t.array() * e.array();
  for (Eigen::Index i = 0; i < n; ++i) noise_part[i] += scale.d[i] * stream.normal();
  solve(mean_part);
  solve(noise_part);
  Vector moved;
  multiply_symmetric(K, tilt - mean_part, moved);
  const Vector m = prior_.mean() + moved;
  multiply_symmetric(K, noise_part, moved);
  const double fresh = std::sqrt(1.0 - persistence * persistence);
  f = m + persistence * (f - m) + fresh * (e - moved);
  if (conditional_mean != nullptr) *conditional_mean = m;
}

}  // namespace phigp
