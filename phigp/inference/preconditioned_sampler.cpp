#include "phigp/inference/preconditioned_sampler.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/inference/posterior_covariance.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr double kSharpest = 1e11;  // lambda k from which e - S lambda e has lost its digits
constexpr double kMostError =
    1e-4;  // of S in a draw; without it draws would be wrong and look well

// S (lambda e + a) is e for e = K a. The difference, for an e of the size that the prior's draws
// have, in standard deviations; infinite where S cannot have the digits. (K.14)
double error_of_covariance(const DensePrior& prior, const SolverBase& base) {
  const Vector variances = prior.covariance().diagonal();
  if (!(base.S.diagonal().array() > 0.0 || variances.array() == 0.0).all()) return kInfinity;
  if (!(base.precision.cwiseProduct(variances).maxCoeff() < kSharpest)) return kInfinity;
  Vector a(prior.size());
  for (Eigen::Index i = 0; i < a.size(); ++i) a[i] = std::cos(static_cast<double>(i * i));
  Vector e;
  multiply_symmetric(prior.covariance(), a, e);
  const auto mean_square = [](const Vector& x, const Vector& variance) {
    return (variance.array() > 0.0).select(x.array().square() / variance.array(), 0.0).mean();
  };
  const double size = std::sqrt(mean_square(e, variances));
  if (!(size > 0.0)) return 0.0;
  const Vector error = base.S * (base.precision.cwiseProduct(e) + a) - e;
  const double found = std::sqrt(mean_square(error, base.S.diagonal())) / size;
  return std::isnan(found) ? kInfinity : found;
}

}  // namespace

PreconditionedSampler::PreconditionedSampler(const DensePrior& prior, const Sites& around,
                                             const DensePosterior& q, double tolerance)
    : prior_(prior),
      direct_(prior),
      mean_(q.m),
      alpha_(q.alpha),
      base_(posterior_covariance(prior, around, q),
            Eigen::Map<const Vector>(around.precision.data(), prior.size())),
      tolerance_(tolerance),
      error_(error_of_covariance(prior, base_)) {}

double PreconditionedSampler::iterations_per_solve() const {
  return solves_ == 0 ? 0.0 : static_cast<double>(iterations_) / static_cast<double>(solves_);
}

std::string PreconditionedSampler::description() const {
  return fmt::format("conjugate gradients, {:.1f} iterations per draw, {} draws by a factorisation",
                     iterations_per_solve(), fallbacks());
}

void PreconditionedSampler::draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                                 Vector* conditional_mean) const {
  if (error_ > kMostError) {
    ++fallbacks_;
    return direct_.draw(sites, persistence, stream, f, conditional_mean);
  }
  const Eigen::Index n = prior_.size();
  const Stream before = stream;  // a fallback starts again from here
  const Eigen::Map<const Vector> lambda(sites.precision.data(), n);
  const Eigen::Map<const Vector> tilt(sites.tilt.data(), n);
  const Eigen::Map<const Vector> centre(sites.centre.data(), n);
  const double fresh = std::sqrt(1.0 - persistence * persistence);
  Vector e(n);
  for (double& x : e) x = stream.normal();
  multiply_lower(direct_.factor().L, e);
  // The slope of log p(f | sites) at m_0 = E[f | sites around]: the distance from there to E[f]
  // solves the system with this right-hand side. (K.7)
  const Vector drift = tilt.array() - alpha_.array() - lambda.array() * (mean_ - centre).array();
  Matrix rhs(n, conditional_mean == nullptr ? 1 : 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double noise = lambda[i] * e[i] + std::sqrt(lambda[i]) * stream.normal();
    rhs(i, 0) = (1.0 - persistence) * drift[i] - fresh * noise;
  }
  if (conditional_mean != nullptr) rhs.col(1) = drift;
  Matrix moved;
  const auto iterations = SiteSolver(base_, sites).solve(rhs, tolerance_, moved);
  if (iterations) {
    ++solves_;
    iterations_ += *iterations;
    f = mean_ + persistence * (f - mean_) + fresh * e + moved.col(0);
    if (conditional_mean != nullptr) *conditional_mean = mean_ + moved.col(1);
    return;
  }
  ++fallbacks_;
  stream = before;
  direct_.draw(sites, persistence, stream, f, conditional_mean);
}

}  // namespace phigp
