#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/baselines/approximation.h"
#include "phigp/baselines/tilted_moments.h"

namespace phigp {

namespace {

constexpr double kLeastDamping = 0.05;

// Without the site of one row.
struct Cavity {
  double m = 0.0;
  double v = -1.0;  // not positive: there is none
};

Cavity cavity_of(const Sites& sites, const DensePosterior& q, std::size_t i) {
  const auto at = static_cast<Eigen::Index>(i);
  const double precision = 1.0 / q.v[at] - sites.precision[i];
  if (!(precision > 0.0)) return {};
  const double v = 1.0 / precision;
  // Mean times precision of q less the site's shift, about the site's centre.
  const double from_centre = v * ((q.m[at] - sites.centre[i]) / q.v[at] - sites.tilt[i]);
  return {sites.centre[i] + from_centre, v};
}

// log E exp(tilt (f - centre) - precision (f - centre)^2 / 2) over the cavity.
double log_site_mass(const Sites& sites, std::size_t i, const Cavity& cavity) {
  const double d = cavity.m - sites.centre[i];
  const double scale = 1.0 + sites.precision[i] * cavity.v;
  const double tilt = sites.tilt[i];
  return -0.5 * std::log(scale) +
         (tilt * d - 0.5 * sites.precision[i] * d * d + 0.5 * tilt * tilt * cavity.v) / scale;
}

}  // namespace

Approximation expectation_propagation(const DensePrior& prior, const Likelihood& likelihood,
                                      const Observations& observed,
                                      const ApproximationOptions& options) {
  Sites sites;
  sites.resize(observed.size());
  for (std::size_t i = 0; i < observed.size(); ++i) sites.centre[i] = observed.terms[i].centre;
  DensePosterior q = prior.condition(sites);
  Approximation out;
  out.stop = Stop::iteration_limit;
  double damping = 1.0;
  double last_move = INFINITY;
  while (out.iterations < options.max_iterations) {
    ++out.iterations;
    Sites next = sites;
    double correction = 0.0;
    double move = 0.0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      if (observed.weight(i) == 0.0) continue;
      const Cavity cavity = cavity_of(sites, q, i);
      if (!(cavity.v > 0.0)) {  // left as it is, until its neighbours have moved
        move = INFINITY;        // and not where it has to be, however still the others are
        correction = NAN;       // nor is its part of the evidence known
        continue;
      }
      const TiltedMoments tilted = tilted_moments(likelihood, observed, i, cavity.m, cavity.v);
      correction += tilted.log_mass - log_site_mass(sites, i, cavity);
      const double precision = 1.0 / tilted.variance - 1.0 / cavity.v;
      const double tilt = (tilted.mean - sites.centre[i]) / tilted.variance -
                          (cavity.m - sites.centre[i]) / cavity.v;
      next.precision[i] += damping * (precision - sites.precision[i]);
      next.tilt[i] += damping * (tilt - sites.tilt[i]);
      const auto at = static_cast<Eigen::Index>(i);
      const double sd = std::sqrt(q.v[at]);
      move = std::max({move, std::abs(tilted.mean - q.m[at]) / sd,
                       std::abs(std::sqrt(tilted.variance) / sd - 1.0)});
    }
    out.log_evidence = q.log_evidence + correction;
    if (move < options.tolerance) {
      out.stop = Stop::converged;
      break;
    }
    if (move > 0.9 * last_move) damping = std::max(kLeastDamping, 0.7 * damping);
    last_move = move;
    while (true) {
      try {
        q = prior.condition(next);
        break;
      } catch (const NumericalError&) {  // too far: half of the way
        damping *= 0.5;
        if (damping < 1e-6) throw;
        for (std::size_t i = 0; i < sites.size(); ++i) {
          next.precision[i] = 0.5 * (next.precision[i] + sites.precision[i]);
          next.tilt[i] = 0.5 * (next.tilt[i] + sites.tilt[i]);
        }
      }
    }
    sites = next;
  }
  out.m = q.m;
  out.v = q.v;
  return out;
}

}  // namespace phigp
