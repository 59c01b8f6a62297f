#include "phigp/likelihoods/expected_density.h"

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/marginal_quadrature.h"

namespace phigp {

namespace {

constexpr double kNarrow = 6e-6;  // sd / distance below which two terms of Taylor's series do

double finite(double x) { return std::isfinite(x) ? x : 0.0; }

}  // namespace

void ExpectedDensity::resize(std::size_t n) {
  for (std::vector<double>* part : {&value, &slope, &precision}) part->assign(n, 0.0);
}

void expected_log_density(const Likelihood& likelihood, const Observations& observed,
                          std::span<const double> m, std::span<const double> v,
                          ExpectedDensity& out) {
  require(m.size() == observed.size() && v.size() == observed.size(), "marginals",
          static_cast<double>(m.size()), "must be one per row");
  out.resize(observed.size());
  MarginalQuadrature quadrature(likelihood);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    require(std::isfinite(m[i]), "m", m[i], "must be finite");
    require(std::isfinite(v[i]) && v[i] >= 0.0, "v", v[i], "must be finite and not negative");
    const double weight = observed.weight(i);
    if (weight == 0.0) continue;
    const Row& row = observed.rows[i];
    const Terms<double>& terms = observed.terms[i];
    const CentredMarginal f{m[i] - terms.centre, std::sqrt(v[i])};
    if (f.sd <= kNarrow * std::abs(f.d) || f.sd == 0.0) {
      const DensityDerivatives at = log_density_derivatives(likelihood, row, m[i]);
      out.value[i] = weight * (at.value + 0.5 * finite(v[i] * at.second));
      out.slope[i] = weight * (at.first + 0.5 * finite(v[i] * at.third));
      out.precision[i] = -weight * finite(at.second);
      continue;
    }
    const MarginalIntegrals mean = quadrature.over(f, terms, row);
    // (O.1), with d log phi / df = -2 gamma u omega.
    out.value[i] = weight * (terms.log_peak + terms.g * f.d + mean.value);
    out.slope[i] = weight * (terms.g - 2.0 * terms.gamma * mean.slope);
    out.precision[i] = weight * 2.0 * terms.gamma * mean.precision;
  }
}

void matched_sites(const Observations& observed, const ExpectedDensity& expected,
                   std::span<const double> m, Sites& sites) {
  sites.resize(observed.size());
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double centre = observed.terms[i].centre;
    sites.precision[i] = expected.precision[i];
    sites.centre[i] = centre;
    sites.tilt[i] = expected.slope[i] + expected.precision[i] * (m[i] - centre);
    sites.c2[i] = 0.0;
  }
}

}  // namespace phigp
