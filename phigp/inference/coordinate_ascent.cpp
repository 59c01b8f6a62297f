#include "phigp/inference/coordinate_ascent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/ascent_extrapolation.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

constexpr double kBoundRounding = 1e-12;  // of the bound, relative to it and the number of rows
constexpr double kTiltRounding = 4.0 * std::numeric_limits<double>::epsilon();

// Of the bound where tilts cancel log phi: g(m - m_0) of a count of 1e11 is 1e12. (V.2)
double rounding_of_tilts(const Observations& observed, const DensePosterior& q) {
  double sum = 0.0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Terms<double>& terms = observed.terms[i];
    const double from_centre = q.m[static_cast<Eigen::Index>(i)] - terms.centre;
    sum += observed.weight(i) * std::abs(terms.g * from_centre);
  }
  return kTiltRounding * sum;
}

// Where q(f_i) would be without a prior: at the centre, as wide as the likelihood lets it.
Marginals start_at_data(const DensePrior& prior, const Observations& observed) {
  Marginals start{prior.mean(), prior.covariance().diagonal()};
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    if (observed.weight(i) == 0.0) continue;
    start.m[at] = observed.terms[i].centre;
    start.v[at] = std::min(start.v[at], 1e-2 / observed.terms[i].gamma);
  }
  return start;
}

}  // namespace

double evidence_bound(const Likelihood& likelihood, const Observations& observed,
                      const DensePosterior& q) {
  std::vector<double> terms(observed.size());
  bound_terms(likelihood, observed, span_of(q.m), span_of(q.v), terms);
  double sum = 0.0;
  for (const double term : terms) sum += term;
  return sum - q.kl;
}

AscentResult coordinate_ascent(const DensePrior& prior, const Likelihood& likelihood,
                               const Observations& observed, const AscentOptions& options,
                               const std::optional<Marginals>& start) {
  AscentResult result;
  result.q.m = start ? start->m : prior.mean();
  result.q.v = start ? start->v : Vector(prior.covariance().diagonal());
  result.stop = Stop::iteration_limit;
  AscentExtrapolation ahead;
  bool plain = false;  // this iteration is to say whether there is anything left to gain
  const auto condition = [&] {
    prior.condition(result.sites, result.q);
    result.elbo = evidence_bound(likelihood, observed, result.q);
  };
  // False where c^2 lies farther out than the likelihood or the covariance can be computed.
  const auto condition_farther = [&] {
    try {
      mean_sites_at(likelihood, observed, result.sites.c2, result.sites);
      condition();
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  for (result.iterations = 1; result.iterations <= options.max_iterations; ++result.iterations) {
    mean_sites(likelihood, observed, span_of(result.q.m), span_of(result.q.v), result.sites);
    const bool longer = ahead.lengthen(result.sites.c2, !plain);  // (V.5)
    const double before = result.elbo;
    bool taken = false;
    if (longer) {
      taken = condition_farther() &&
              result.elbo >= before - kBoundRounding * (observed.total_weight() + std::abs(before));
      ahead.settle(taken, result.sites.c2);
      if (!taken) mean_sites_at(likelihood, observed, result.sites.c2, result.sites);
    }
    if (!taken) condition();
    const bool first = result.iterations == 1;
    const double change = first ? 0.0 : result.elbo - before;
    if (change < 0.0)
      result.largest_fall =
          std::max(result.largest_fall, -change - rounding_of_tilts(observed, result.q));
    const Progress progress{"coordinate ascent", result.iterations, options.max_iterations,
                            result.elbo, change};
    if (options.watch && !options.watch(progress)) {
      result.stop = Stop::stopped;
      break;
    }
    const double scale = observed.total_weight() + std::abs(result.elbo);
    const bool at_rest = !first && change < options.tolerance * scale;
    if (at_rest && !taken) {
      result.stop = Stop::converged;
      break;
    }
    plain = at_rest;  // a longer step may have gone too far, and gained nothing for that reason
  }
  result.iterations = std::min(result.iterations, options.max_iterations);
  return result;
}

AscentResult coordinate_ascent_restarted(const DensePrior& prior, const Likelihood& likelihood,
                                         const Observations& observed,
                                         const AscentOptions& options) {
  AscentResult best = coordinate_ascent(prior, likelihood, observed, options);
  if (best.stop == Stop::stopped || is_log_concave(likelihood, observed)) return best;
  AscentResult other =
      coordinate_ascent(prior, likelihood, observed, options, start_at_data(prior, observed));
  const int iterations = best.iterations + other.iterations;
  if (other.elbo > best.elbo) best = std::move(other);
  best.iterations = iterations;
  return best;
}

bool is_log_concave(const Likelihood& likelihood, const Observations& observed) {
  if (observed.size() == 0) return true;
  // For most likelihoods the rows differ in their centre alone; a few stand for all.
  const std::size_t step = std::max<std::size_t>(1, observed.size() / 8);
  for (std::size_t i = 0; i < observed.size(); i += step) {
    const Terms<double>& terms = observed.terms[i];
    for (double x = 1.0 / 64.0; x < 1e4; x *= 4.0) {
      const double f = terms.centre + x / std::sqrt(terms.gamma);
      const DensityDerivatives at = log_density_derivatives(likelihood, observed.rows[i], f);
      if (at.second > 1e-12 * std::abs(at.first) / x) return false;
    }
  }
  return true;
}

}  // namespace phigp
