#include "phigp/inference/preconditioned_sampler.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr int kMostIterations = 100;    // by then a factorisation would have been quicker
constexpr double kSharp = 1.0;          // (lambda - lambda_0) S_jj from which a site is sharp
constexpr double kTooSharp = 1e12;      // beyond this rounding spoils the recurrences
constexpr Eigen::Index kMostSharp = 4;  // at most n / 4 sharp sites

// S = K - (F diag(t) K)^T (F diag(t) K), F the inverse factor of q.
Matrix posterior_covariance(const DensePrior& prior, const DensePosterior& q) {
  Matrix K = prior.covariance();
  mirror_lower(K);
  Matrix V = q.t.asDiagonal() * K;
  multiply_lower(q.inverse_factor, V);
  subtract_gram_of_columns(V, K);
  mirror_lower(K);
  return K;
}

}  // namespace

// M = S^-1 + E_J D_J E_J^T over the sharp sites J, applied inversely by Woodbury's identity.
struct PreconditionedSampler::Preconditioner {
  Vector excess;                    // D = Lambda - Lambda_0
  std::vector<Eigen::Index> sharp;  // J
  Matrix columns;                   // S_J, n x |J|
  Cholesky inner;                   // of D_J^-1 + S_JJ
  bool usable = true;

  Preconditioner(const Matrix& S, const Vector& mean_precision, const Sites& sites) {
    const Eigen::Index n = S.rows();
    excess = Eigen::Map<const Vector>(sites.precision.data(), n) - mean_precision;
    for (Eigen::Index j = 0; j < n; ++j) {
      const double strength = excess[j] * S(j, j);
      usable = usable && strength < kTooSharp;
      if (strength > kSharp) sharp.push_back(j);
    }
    const auto count = static_cast<Eigen::Index>(sharp.size());
    usable = usable && count * kMostSharp <= n;
    if (!usable || count == 0) return;
    columns.resize(n, count);
    Matrix C(count, count);
    for (Eigen::Index a = 0; a < count; ++a) {
      const Eigen::Index j = sharp[static_cast<std::size_t>(a)];
      columns.col(a) = S.col(j);
      for (Eigen::Index b = 0; b < count; ++b)
        C(b, a) = columns(sharp[static_cast<std::size_t>(b)], a);
      C(a, a) += 1.0 / excess[j];
    }
    inner = cholesky(C, "sharp sites");
    for (const Eigen::Index j : sharp) excess[j] = 0.0;  // what M leaves to the iterations
  }

  // z = M^-1 r.
  void apply(const Matrix& S, const Vector& r, Vector& z) const {
    multiply_symmetric(S, r, z);
    if (sharp.empty()) return;
    Vector w(columns.cols());
    for (Eigen::Index a = 0; a < w.size(); ++a) w[a] = z[sharp[static_cast<std::size_t>(a)]];
    solve_lower(inner.L, w);
    solve_lower_transposed(inner.L, w);
    z.noalias() -= columns * w;
  }
};

PreconditionedSampler::PreconditionedSampler(const DensePrior& prior, const Sites& around,
                                             const DensePosterior& q, double tolerance)
    : prior_(prior),
      direct_(prior),
      mean_precision_(Eigen::Map<const Vector>(around.precision.data(), prior.size())),
      mean_(q.m),
      alpha_(q.alpha),
      S_(posterior_covariance(prior, q)),
      tolerance_(tolerance) {
  require(q.lift.cols() == 0, "sites to sample around", fmt::format("{} of them", q.lift.cols()),
          "must not have negative precisions: no draw has");
}

double PreconditionedSampler::iterations_per_solve() const {
  return solves_ == 0 ? 0.0 : static_cast<double>(iterations_) / static_cast<double>(solves_);
}

// (M + diag(excess)) x = r, which is used up. Since M z = r, the product M p follows the same
// recurrence as p. (K.8)
bool PreconditionedSampler::solve(const Preconditioner& inner, Vector& r, Vector& x) const {
  const Eigen::Index n = r.size();
  const double enough = tolerance_ * tolerance_ * static_cast<double>(n);
  x.setZero(n);
  Vector z;
  inner.apply(S_, r, z);
  Vector p = z;
  Vector m_p = r;
  Vector a_p(n);
  double size = r.dot(z);
  int iteration = 0;
  while (size > enough && iteration < kMostIterations) {
    a_p.array() = m_p.array() + inner.excess.array() * p.array();
    const double curvature = p.dot(a_p);
    if (!(curvature > 0.0)) return false;
    const double step = size / curvature;
    x += step * p;
    r -= step * a_p;
    inner.apply(S_, r, z);
    const double next = r.dot(z);
    const double keep = next / size;
    p = z + keep * p;
    m_p = r + keep * m_p;
    size = next;
    ++iteration;
  }
  iterations_ += iteration;
  ++solves_;
  return size <= enough;  // false for NaN
}

void PreconditionedSampler::draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                                 Vector* conditional_mean) const {
  const Eigen::Index n = prior_.size();
  const Preconditioner inner(S_, mean_precision_, sites);
  const Stream before = stream;  // a fallback starts again from here
  if (inner.usable) {
    const Eigen::Map<const Vector> lambda(sites.precision.data(), n);
    const Eigen::Map<const Vector> tilt(sites.tilt.data(), n);
    const Eigen::Map<const Vector> centre(sites.centre.data(), n);
    const double fresh = std::sqrt(1.0 - persistence * persistence);
    Vector e(n);
    for (double& x : e) x = stream.normal();
    multiply_lower(direct_.factor().L, e);
    // The slope of log p(f | sites) at m_0 = E[f | sites around]: the distance from there to E[f]
    // solves the system with this right-hand side. (K.7)
    Vector drift = tilt.array() - alpha_.array() - lambda.array() * (mean_ - centre).array();
    Vector rhs(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double noise = lambda[i] * e[i] + std::sqrt(lambda[i]) * stream.normal();
      rhs[i] = (1.0 - persistence) * drift[i] - fresh * noise;
    }
    Vector x;
    Vector moved;
    if (solve(inner, rhs, x) && (conditional_mean == nullptr || solve(inner, drift, moved))) {
      f = mean_ + persistence * (f - mean_) + fresh * e + x;
      if (conditional_mean != nullptr) *conditional_mean = mean_ + moved;
      return;
    }
  }
  ++fallbacks_;
  stream = before;
  direct_.draw(sites, persistence, stream, f, conditional_mean);
}

}  // namespace phigp
