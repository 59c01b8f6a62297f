#include <algorithm>
#include <cmath>

#include "phigp/base/span_of.h"
#include "phigp/baselines/approximation.h"
#include "phigp/likelihoods/expected_density.h"
#include "phigp/linalg/adam.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/cholesky.h"

namespace phigp {

namespace {

// The bound and its gradient in mu and C, both packed into one vector. (B.11)
class WhitenedBound {
 public:
  WhitenedBound(const DensePrior& prior, const Likelihood& likelihood, const Observations& observed)
      : prior_(prior),
        likelihood_(likelihood),
        observed_(observed),
        L_(cholesky(prior.covariance(), "prior covariance").L.triangularView<Eigen::Lower>()) {}

  Vector start() const {
    const Eigen::Index n = prior_.size();
    Vector free = Vector::Zero(n + n * n);
    Eigen::Map<Matrix>(free.data() + n, n, n).setIdentity();
    return free;
  }

  double evaluate(const Vector& free, Vector& gradient, Vector& m, Vector& v) {
    const Eigen::Index n = prior_.size();
    const Eigen::Map<const Vector> mu(free.data(), n);
    const Eigen::Map<const Matrix> C(free.data() + n, n, n);  // lower triangle, zeros above
    m = mu;
    multiply_lower(L_, m);
    m += prior_.mean();
    Matrix spread = C;
    multiply_lower(L_, spread);
    v = spread.rowwise().squaredNorm();
    expected_log_density(likelihood_, observed_, span_of(m), span_of(v), expected_);
    const Eigen::Map<const Vector> slope(expected_.slope.data(), n);
    const Eigen::Map<const Vector> precision(expected_.precision.data(), n);
    double bound = 0.5 * static_cast<double>(n) - 0.5 * mu.squaredNorm() - 0.5 * C.squaredNorm() +
                   C.diagonal().cwiseAbs().array().log().sum();
    for (const double term : expected_.value) bound += term;
    gradient = Vector::Zero(free.size());
    Vector by_mu = slope;
    multiply_lower_transposed(L_, by_mu);
    gradient.head(n) = by_mu - mu;
    Matrix by_c = (-precision).asDiagonal() * spread;
    multiply_lower_transposed(L_, by_c);
    by_c -= C;
    by_c.diagonal() += C.diagonal().cwiseInverse();
    Eigen::Map<Matrix>(gradient.data() + n, n, n).triangularView<Eigen::Lower>() = by_c;
    return bound;
  }

 private:
  const DensePrior& prior_;
  const Likelihood& likelihood_;
  const Observations& observed_;
  Matrix L_;
  ExpectedDensity expected_;
};

}  // namespace

Approximation adam_inference(const DensePrior& prior, const Likelihood& likelihood,
                             const Observations& observed, const ApproximationOptions& options) {
  WhitenedBound bound(prior, likelihood, observed);
  Vector free = bound.start();
  Adam adam(free.size());
  Vector gradient;
  Approximation out;
  out.stop = Stop::iteration_limit;
  double best = -INFINITY;
  Vector m;
  Vector v;
  while (out.iterations < options.max_iterations) {
    const double value = bound.evaluate(free, gradient, m, v);
    if (value > best) {
      best = value;
      out.m = m;
      out.v = v;
    }
    ++out.iterations;
    // Steps shrink over the second half, so that the end is not where noise of the steps left it.
    const double done = static_cast<double>(out.iterations) / options.max_iterations;
    const double rate = options.rate * std::min(1.0, 2.0 * (1.0 - done) + 1e-3);
    free += adam.ascent(gradient, rate);
  }
  out.log_evidence = best;
  return out;
}

}  // namespace phigp
