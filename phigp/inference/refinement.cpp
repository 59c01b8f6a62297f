#include "phigp/inference/refinement.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"

namespace phigp {

namespace {

constexpr double kRounding = 1e-12;  // of the bound, relative to it and the number of rows
constexpr double kShortest = 0.1;    // first step tried
constexpr double kLongest = 4.0;
constexpr double kLeastStep = 1e-6;  // no rise with a step this short: there is none
// So many steps without a higher bound, and the distance not even halved: what is left is rounding.
constexpr int kMostQuiet = 20;

// A set of sites with all that follows from it.
struct RefinedState {
  Sites sites;
  DensePosterior q;
  ExpectedDensity expected;
  Sites matched;
  double elbo = 0.0;
  double distance = 0.0;
};

class Problem {
 public:
  Problem(const DensePrior& prior, const Likelihood& likelihood, const Observations& observed)
      : prior_(prior), likelihood_(likelihood), observed_(observed) {}

  // Fills in what follows from state.sites.
  void work_out(RefinedState& state) {
    ++evaluations;
    prior_.condition(state.sites, state.q);
    const DensePosterior& q = state.q;
    expected_log_density(likelihood_, observed_, span_of(q.m), span_of(q.v), state.expected);
    matched_sites(observed_, state.expected, span_of(q.m), state.matched);
    const std::vector<double>& terms = state.expected.value;
    state.elbo = std::accumulate(terms.begin(), terms.end(), 0.0) - q.kl;
    state.distance = 0.0;
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double curvature = state.matched.precision[i] - state.sites.precision[i];
      const double slope = state.expected.slope[i] - q.alpha[at];
      state.distance = std::max(
          {state.distance, std::abs(curvature) * q.v[at], std::abs(slope) * std::sqrt(q.v[at])});
    }
  }

  // Sites moved a part of the way to those that match; false where they make no posterior. (O.5)
  bool move(const RefinedState& from, double step, RefinedState& to) {
    to.sites = from.sites;
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      to.sites.precision[i] += step * (from.matched.precision[i] - from.sites.precision[i]);
      to.sites.tilt[i] += step * (from.matched.tilt[i] - from.sites.tilt[i]);
    }
    try {
      work_out(to);
    } catch (const NumericalError&) {
      return false;
    }
    return std::isfinite(to.elbo);
  }

  // The step along there.matched - there.sites that a straight line through the last two residuals
  // asks for, each row in units of q's width. (O.6)
  double secant_step(const RefinedState& here, const RefinedState& there) const {
    double along = 0.0;
    double across = 0.0;
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double v = there.q.v[at];
      const double distance = there.q.m[at] - there.sites.centre[i];
      const auto precision = [&](const Sites& a, const Sites& b) {
        return v * (a.precision[i] - b.precision[i]);
      };
      const auto slope = [&](const Sites& a, const Sites& b) {
        return std::sqrt(v) *
               (a.tilt[i] - b.tilt[i] - distance * (a.precision[i] - b.precision[i]));
      };
      const auto add = [&](double moved, double before, double after) {
        along += moved * (before - after);
        across += (before - after) * (before - after);
      };
      add(precision(there.sites, here.sites), precision(here.matched, here.sites),
          precision(there.matched, there.sites));
      add(slope(there.sites, here.sites), slope(here.matched, here.sites),
          slope(there.matched, there.sites));
    }
    return across > 0.0 ? along / across : 1.0;
  }

  int evaluations = 0;

 private:
  const DensePrior& prior_;
  const Likelihood& likelihood_;
  const Observations& observed_;
};

}  // namespace

Sites empty_sites(const Observations& observed) {
  Sites sites;
  sites.resize(observed.size());
  for (std::size_t i = 0; i < observed.size(); ++i) sites.centre[i] = observed.terms[i].centre;
  return sites;
}

double original_bound(const Likelihood& likelihood, const Observations& observed,
                      const DensePosterior& q) {
  ExpectedDensity expected;
  expected_log_density(likelihood, observed, span_of(q.m), span_of(q.v), expected);
  return std::accumulate(expected.value.begin(), expected.value.end(), 0.0) - q.kl;
}

RefinementResult refine(const DensePrior& prior, const Likelihood& likelihood,
                        const Observations& observed, const Sites& start,
                        const RefinementOptions& options) {
  Problem problem(prior, likelihood, observed);
  RefinedState here;
  RefinedState there;
  here.sites = start;
  problem.work_out(here);
  RefinementResult result;
  result.first_elbo = here.elbo;
  result.stop = Stop::iteration_limit;
  double step = 1.0;
  int quiet = 0;
  double quiet_from = here.distance;
  while (result.iterations < options.max_iterations) {
    if (here.distance <= options.tolerance) {
      result.stop = Stop::converged;
      break;
    }
    const double rounding =
        kRounding * (static_cast<double>(observed.size()) + std::abs(here.elbo));
    // Where the bound no longer tells two points apart, the nearer to a stationary one wins. (O.6)
    const auto better = [&] {
      const double gain = there.elbo - here.elbo;
      return gain > rounding || (gain > -rounding && there.distance < here.distance);
    };
    while (!(problem.move(here, step, there) && better()) && step > kLeastStep) step *= 0.5;
    if (step <= kLeastStep) {
      result.stop = Stop::converged;
      break;
    }
    const double change = there.elbo - here.elbo;
    result.largest_fall = std::max(result.largest_fall, -change);
    step = std::clamp(problem.secant_step(here, there), kShortest, kLongest);
    std::swap(here, there);
    ++result.iterations;
    if (change > rounding || here.distance < 0.5 * quiet_from) {
      quiet = 0;
      quiet_from = here.distance;
    } else if (++quiet == kMostQuiet) {
      result.stop = Stop::converged;
      break;
    }
    const Progress progress{"refinement", result.iterations, options.max_iterations, here.elbo,
                            change};
    if (options.watch && !options.watch(progress)) {
      result.stop = Stop::stopped;
      break;
    }
  }
  result.evaluations = problem.evaluations;
  result.elbo = here.elbo;
  result.distance = here.distance;
  result.q = std::move(here.q);
  result.sites = std::move(here.sites);
  return result;
}

}  // namespace phigp
