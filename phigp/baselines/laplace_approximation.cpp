#include <cmath>
#include <optional>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/baselines/approximation.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/expected_density.h"

namespace phigp {

namespace {

constexpr int kMostHalvings = 6;  // then another direction is the better one
constexpr double kRounding = 1e-12;

// log p(y | f) with its slope and curvature in f, as sites that have both.
struct Curvature {
  double sum = 0.0;
  ExpectedDensity at;
  Sites sites;
};

Curvature curvature_at(const Likelihood& likelihood, const Observations& observed,
                       const Vector& f) {
  Curvature out;
  out.at.resize(observed.size());
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double weight = observed.weight(i);
    const DensityDerivatives d =
        log_density_derivatives(likelihood, observed.rows[i], f[static_cast<Eigen::Index>(i)]);
    out.sum += weight * d.value;
    out.at.slope[i] = weight * d.first;
    out.at.precision[i] = -weight * d.second;
  }
  matched_sites(observed, out.at, span_of(f), out.sites);
  return out;
}

void refuse_kinks(const Likelihood& likelihood, const Observations& observed) {
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (observed.terms[i].offset > 0.0) continue;
    require(std::isfinite(likelihood.moments().mean(0.0, observed.rows[i])),
            "laplace approximation: likelihood", likelihood.name(),
            "must be twice differentiable in f: its kink holds the mode");
  }
}

// A place on the way to the mode.
struct Place {
  Vector f;
  Vector alpha;  // K^-1 (f - mean)
  Curvature curvature;
  double value = 0.0;  // log p(y|f) + log p(f), up to the constant of the prior
};

class ModeSearch {
 public:
  ModeSearch(const DensePrior& prior, const Likelihood& likelihood, const Observations& observed)
      : prior_(prior), likelihood_(likelihood), observed_(observed) {}

  Place at(const Vector& f, const Vector& alpha) const {
    Place place{f, alpha, curvature_at(likelihood_, observed_, f), 0.0};
    place.value = place.curvature.sum - 0.5 * alpha.dot(f - prior_.mean());
    return place;
  }
  // Newton's step, if it has one that rises.
  std::optional<Place> newton(const Place& here) const {
    try {
      return uphill(here, prior_.condition(here.curvature.sites));
    } catch (const NumericalError&) {
      return std::nullopt;  // the curvature is not that of a peak
    }
  }
  // The step of the augmentation at v = 0, which never falls.
  std::optional<Place> augmented(const Place& here) const {
    const Vector none = Vector::Zero(prior_.size());
    Sites sites;
    mean_sites(likelihood_, observed_, span_of(here.f), span_of(none), sites);
    return uphill(here, prior_.condition(sites));
  }

 private:
  std::optional<Place> uphill(const Place& here, const DensePosterior& q) const {
    for (int halving = 0; halving < kMostHalvings; ++halving) {
      const double step = std::ldexp(1.0, -halving);
      Place there = at(here.f + step * (q.m - here.f), here.alpha + step * (q.alpha - here.alpha));
      if (there.value >= here.value - kRounding * (1.0 + std::abs(here.value))) return there;
    }
    return std::nullopt;
  }

  const DensePrior& prior_;
  const Likelihood& likelihood_;
  const Observations& observed_;
};

}  // namespace

Approximation laplace_approximation(const DensePrior& prior, const Likelihood& likelihood,
                                    const Observations& observed,
                                    const ApproximationOptions& options) {
  refuse_kinks(likelihood, observed);
  Approximation out;
  out.stop = Stop::iteration_limit;
  const ModeSearch search(prior, likelihood, observed);
  Place place = search.at(prior.mean(), Vector::Zero(prior.size()));
  const Vector sd = prior.covariance().diagonal().cwiseSqrt();
  while (out.stop != Stop::converged && out.iterations < options.max_iterations) {
    ++out.iterations;
    std::optional<Place> next = search.newton(place);
    if (!next) next = search.augmented(place);
    if (!next || (next->f - place.f).cwiseQuotient(sd).cwiseAbs().maxCoeff() < options.tolerance)
      out.stop = Stop::converged;
    if (next) place = *std::move(next);
  }
  const Vector& f = place.f;
  const Curvature& here = place.curvature;
  const DensePosterior q = prior.condition(here.sites);
  double at_mode = here.sum;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double d = f[static_cast<Eigen::Index>(i)] - here.sites.centre[i];
    at_mode -= (here.sites.tilt[i] - 0.5 * here.sites.precision[i] * d) * d;
  }
  out.m = f;
  out.v = q.v;
  out.log_evidence = q.log_evidence + at_mode;
  return out;
}

}  // namespace phigp
