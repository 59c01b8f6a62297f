#include "phigp/likelihoods/density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace phigp {

void log_density(const Likelihood& likelihood, const Rows& rows, std::span<const double> f,
                 std::span<double> out) {
  std::vector<double> r(f.size());
  std::vector<double> constant(f.size());
  Terms<double> terms = likelihood.terms(rows[0]);
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (i > 0 && !rows.shared()) terms = likelihood.terms(rows[i]);
    r[i] = terms.h2(f[i], 0.0);
    constant[i] = terms.log_peak + terms.g * (f[i] - terms.centre);
  }
  likelihood.radial().log_phi(r, rows, out);
  for (std::size_t i = 0; i < f.size(); ++i) {
    out[i] = std::isinf(r[i]) ? -std::numeric_limits<double>::infinity()
                              : constant[i] + (r[i] == 0.0 ? 0.0 : out[i]);
  }
}

double log_density(const Likelihood& likelihood, const Row& row, double f) {
  const Terms<double> terms = likelihood.terms(row);
  const double r = terms.h2(f, 0.0);
  if (std::isinf(r)) return -std::numeric_limits<double>::infinity();
  return terms.log_peak + terms.g * (f - terms.centre) + likelihood.moments().log_phi(r, row);
}

// With q = sqrt(gamma) |f - centre| as the variable, r = offset + q^2 is a polynomial and sqrt(r)
// differentiates without cancellation; where q = 0 the series begins at its leading term. math.md
// (L.6)
DensityDerivatives log_density_derivatives(const Likelihood& likelihood, const Row& row, double f) {
  const Terms<double> terms = likelihood.terms(row);
  const double root = std::sqrt(terms.gamma);
  const double q =
      std::min(root * std::abs(f - terms.centre), 1e140);  // beyond it the slope no longer changes
  CumulantJet r(terms.offset + q * q);
  r[1] = 2.0 * (terms.offset == 0.0
                    ? std::sqrt(r[0])
                    : q);  // the root that sqrt will find, so that higher orders cancel
  r[2] = 1.0;
  const CumulantJet jet = likelihood.radial().log_phi(r, row);
  const double side = f == terms.centre ? 0.0 : (f > terms.centre ? root : -root);
  const double even = terms.gamma;
  DensityDerivatives out;
  out.value = log_density(likelihood, row, f);
  out.first = terms.g + (side == 0.0 ? 0.0 : jet[1] * side);
  out.second = 2.0 * jet[2] * even;
  out.third = side == 0.0 ? 0.0 : 6.0 * jet[3] * even * side;
  // At the centre phi may have no expansion in q (|q|^1.5): the curvature is then that of a cusp.
  if (std::isnan(out.second)) {
    const double step = 1e-4 * std::sqrt(natural_scale(likelihood.radial(), row)) / root;
    const double beside = log_density_derivatives(likelihood, row, terms.centre + step).second;
    out.second = std::copysign(std::numeric_limits<double>::infinity(), beside);
  }
  return out;
}

void log_density_and_slope(const Likelihood& likelihood, const Rows& rows,
                           std::span<const double> f, std::span<double> value,
                           std::span<double> slope) {
  std::vector<double> r(f.size());
  std::vector<Terms<double>> terms(f.size());
  for (std::size_t i = 0; i < f.size(); ++i) {
    terms[i] = rows.shared() && i > 0 ? terms[0] : likelihood.terms(rows[i]);
    r[i] = std::min(terms[i].h2(f[i], 0.0), 1e280);
  }
  likelihood.moments().log_phi_and_mean(r, rows, value, slope);
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double distance = f[i] - terms[i].centre;
    value[i] += terms[i].log_peak + terms[i].g * distance;
    slope[i] = terms[i].g - (distance == 0.0 ? 0.0 : 2.0 * terms[i].gamma * distance * slope[i]);
  }
}

}  // namespace phigp
