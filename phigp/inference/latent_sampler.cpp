#include "phigp/inference/latent_sampler.h"

#include <cmath>
#include <utility>

#include "phigp/linalg/blas.h"

namespace phigp {

std::unique_ptr<Matrix> ScratchMatrices::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Matrix>();
  std::unique_ptr<Matrix> last = std::move(free_.back());
  free_.pop_back();
  return last;
}

void ScratchMatrices::give_back(std::unique_ptr<Matrix> matrix) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(matrix));
}

DirectSampler::DirectSampler(const DensePrior& prior)
    : prior_(prior), factor_(cholesky(prior.covariance(), "prior covariance")) {}

std::string DirectSampler::description() const { return "one factorisation per draw"; }

void draw_latent(const FactorisedSites& given, double persistence, Stream& stream, Vector& f,
                 Vector* conditional_mean) {
  const ScaledSites& scale = given.scale;
  const Vector& tilt = scale.tilt;
  const Eigen::Index n = given.mean.size();
  // K (rest tilt - R x) from t x. (K.3), (K.6)
  const auto pull_back = [&](Vector t_x, double rest) {
    solve_lower(given.factor_of_a, t_x);
    solve_lower_transposed(given.factor_of_a, t_x);
    Vector moved;
    multiply_symmetric(given.K, rest * tilt - Vector(scale.t.array() * t_x.array()), moved);
    return moved;
  };
  Vector e(n);
  for (double& x : e) x = stream.normal();
  multiply_lower(given.factor_of_k, e);
  Vector expected = given.mean - scale.centre;  // of f - centre, were the precisions 0
  if (tilt.cwiseAbs().maxCoeff() > 0.0) {
    Vector k_tilt;
    multiply_symmetric(given.K, tilt, k_tilt);
    expected += k_tilt;
  }
  // Mean and noise enter linearly: one solve for both.
  const double rest = 1.0 - persistence;
  const double fresh = std::sqrt(1.0 - persistence * persistence);
  Vector t_x = scale.t.array() * (rest * expected + fresh * e).array();
  for (Eigen::Index i = 0; i < n; ++i) t_x[i] += fresh * scale.d[i] * stream.normal();
  f = given.mean + persistence * (f - given.mean) + fresh * e + pull_back(std::move(t_x), rest);
  if (conditional_mean != nullptr)
    *conditional_mean = given.mean + pull_back(scale.t.array() * expected.array(), 1.0);
}

void DirectSampler::draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                         Vector* conditional_mean) const {
  const ScaledSites scale = prior_.scaled(sites);
  std::unique_ptr<Matrix> L = scratch_.take();
  prior_.scaled_factor(scale, *L);
  draw_latent({prior_.mean(), prior_.covariance(), factor_.L, scale, *L}, persistence, stream, f,
              conditional_mean);
  scratch_.give_back(std::move(L));
}

}  // namespace phigp
