#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/sites.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {

namespace {

struct Marginal {
  double m, v;
};
constexpr Marginal kMarginals[] = {{0.0, 0.3},  {0.4, 1e-10}, {-1.7, 2.0},
                                   {3.0, 50.0}, {-25.0, 1e4}, {2.5, 1e-3}};

struct Cases {
  std::vector<Row> rows;
  std::vector<double> m, v;
};

Cases cases_of(const Likelihood& likelihood) {
  Cases cases;
  for (const Row& row : rows_of(likelihood.domain())) {
    for (const Marginal& marginal : kMarginals) {
      cases.rows.push_back(row);
      cases.m.push_back(marginal.m);
      cases.v.push_back(marginal.v);
    }
  }
  return cases;
}

bool near(double found, double expected, double allowed) {
  return found == expected || (std::isfinite(expected) && std::abs(found - expected) <= allowed);
}

std::string at(const Likelihood& likelihood, const Cases& cases, std::size_t i) {
  return fmt::format("{} y={} trials={} m={} v={}", title_of(likelihood), cases.rows[i].y,
                     cases.rows[i].trials, cases.m[i], cases.v[i]);
}

// The three functions of the parameters whose slopes SiteSlopes holds, at fixed c2.
struct SiteValues {
  double constant, precision, shift;
};
SiteValues site_values(const Likelihood& likelihood, const Row& row, double c2) {
  const Terms<double> terms = likelihood.terms(row);
  const double omega = likelihood.moments().mean(c2, row);
  const double precision = 2.0 * terms.gamma * omega;
  return {terms.log_c() + (c2 - terms.alpha()) * omega + likelihood.moments().log_phi(c2, row),
          precision, terms.g + precision * terms.centre};
}

}  // namespace

Failures check_total(const Likelihood& likelihood) {
  Failures failures;
  const Normalisation report = check_normalisation(likelihood);
  for (std::size_t i = 0; i < report.f.size(); ++i) {
    if (!near(report.total[i], 1.0, 1e-10)) {
      failures.push_back(fmt::format("{}: total over y at f = {} is {:.15g}", title_of(likelihood),
                                     report.f[i], report.total[i]));
    }
  }
  return failures;
}

Failures check_sites(const Likelihood& member, const LikelihoodMaker& make) {
  Failures failures;
  const LikelihoodPtr likelihood = make(member.name(), parameters_of(member));
  const Cases cases = cases_of(*likelihood);
  const Observations observed(*likelihood, cases.rows);
  Sites sites;
  mean_sites(*likelihood, observed, cases.m, cases.v, sites);
  std::vector<double> bound(cases.rows.size());
  bound_terms(*likelihood, observed, cases.m, cases.v, bound);
  for (std::size_t i = 0; i < cases.rows.size(); ++i) {
    const ReferenceSite expected =
        reference_site(member.name(), parameters_of(member), cases.rows[i], cases.m[i], cases.v[i]);
    const Terms<double>& terms = observed.terms[i];
    const auto compare = [&](const char* what, double found, double wanted, double allowed) {
      if (!near(found, wanted, allowed)) {
        failures.push_back(fmt::format("{} {}: found {:.17g}, expected {:.17g}",
                                       at(*likelihood, cases, i), what, found, wanted));
      }
    };
    compare("c2", sites.c2[i], expected.c2, 1e-13 * expected.c2);
    compare("precision", sites.precision[i], expected.precision, 1e-12 * expected.precision);
    compare("shift", sites.shift(i), expected.shift,
            1e-12 * (std::abs(terms.g) + std::abs(expected.precision * terms.centre)));
    // The bound term is the likelihood's log at the f' with h^2(f') = c^2, its tilt moved to m.
    const double root =
        std::sqrt((cases.m[i] - terms.centre) * (cases.m[i] - terms.centre) + cases.v[i]);
    const double latent = terms.centre + root;
    const double density = log_density(*likelihood, cases.rows[i], latent);
    const double tilt = terms.g * (cases.m[i] - latent);
    // Rounding f' moves h^2, hence log phi by omega d(h^2): that much is the test's own error.
    const double own = 4e-16 * std::abs(latent) * expected.precision * root;
    compare("bound term", bound[i], density + tilt,
            1e-12 * (std::abs(density) + std::abs(tilt) + std::abs(terms.log_c()) + 1.0) + own);
  }
  return failures;
}

Failures check_slopes(const Likelihood& likelihood) {
  Failures failures;
  const Cases cases = cases_of(likelihood);
  const std::size_t n = cases.rows.size();
  const Observations observed(likelihood, cases.rows);
  Sites sites;
  mean_sites(likelihood, observed, cases.m, cases.v, sites);
  for (std::size_t k = 0; k < likelihood.parameters().size(); ++k) {
    const double theta = likelihood.parameters()[k];
    const auto moved = [&](double value) {
      std::vector<double> values = likelihood.parameters();
      values[k] = value;
      return likelihood.with_parameters(values);
    };
    std::vector<double> bound(n);
    bound_slopes(likelihood, observed, cases.m, cases.v, k, bound);
    SiteSlopes slopes;
    site_slopes(likelihood, observed, sites.c2, k, slopes);
    const double room = std::min(theta - likelihood.parameter_specs()[k].range.low,
                                 likelihood.parameter_specs()[k].range.high - theta);
    const double step = 1e-3 * std::min(std::abs(theta), room);
    std::vector<LikelihoodPtr> stencil;
    for (const int d : {-2, -1, 1, 2}) stencil.push_back(moved(theta + d * step));
    const auto difference = [&](auto&& f) {
      return (8.0 * (f(*stencil[2]) - f(*stencil[1])) - (f(*stencil[3]) - f(*stencil[0]))) /
             (12.0 * step);
    };
    for (std::size_t i = 0; i < n; ++i) {
      const Row& row = cases.rows[i];
      const auto compare = [&](const char* what, double found, double expected, double size) {
        if (!near(found, expected, 1e-7 * std::abs(expected) + 1e-11 * size / step)) {
          failures.push_back(fmt::format("{} parameter {} {}: found {:.12g}, difference {:.12g}",
                                         at(likelihood, cases, i), k, what, found, expected));
        }
      };
      const auto bound_at = [&](const Likelihood& other) {
        const Terms<double> terms = other.terms(row);
        return terms.log_c() + terms.g * cases.m[i] +
               other.moments().log_phi(terms.h2(cases.m[i], cases.v[i]), row);
      };
      const Terms<double>& terms = observed.terms[i];
      const double bound_size = std::abs(bound_at(likelihood)) + std::abs(terms.log_c());
      compare("bound slope", bound[i], difference(bound_at), bound_size);
      const double c2 = sites.c2[i];
      const SiteValues now = site_values(likelihood, row, c2);
      compare("precision slope", slopes.precision[i],
              difference([&](const Likelihood& l) { return site_values(l, row, c2).precision; }),
              now.precision);
      // The polynomial about the centre, rearranged about f = 0.
      const double shift_slope = slopes.tilt[i] + slopes.precision[i] * terms.centre;
      const double constant_slope =
          slopes.constant[i] -
          (slopes.tilt[i] + 0.5 * slopes.precision[i] * terms.centre) * terms.centre;
      compare("shift slope", shift_slope,
              difference([&](const Likelihood& l) { return site_values(l, row, c2).shift; }),
              std::abs(now.shift) + std::abs(now.precision * terms.centre));
      const double constant_size =
          std::abs(now.constant) + (terms.alpha() + c2) * now.precision / terms.gamma + bound_size;
      compare("constant slope", constant_slope,
              difference([&](const Likelihood& l) { return site_values(l, row, c2).constant; }),
              constant_size);
      // Where c^2 = E_q[h^2] the collapsed bound touches the ELBO, with the same slope. (L.7)
      const double distance = cases.m[i] - terms.centre;
      const double second = distance * distance + cases.v[i];
      const double collapsed =
          slopes.constant[i] + slopes.tilt[i] * distance - 0.5 * slopes.precision[i] * second;
      const double parts = std::abs(slopes.constant[i]) + std::abs(slopes.precision[i]) * second +
                           std::abs(slopes.tilt[i] * distance);
      if (!near(collapsed, bound[i], 1e-12 * (parts + std::abs(bound[i])))) {
        failures.push_back(
            fmt::format("{} parameter {}: collapsed bound slope {:.15g}, ELBO slope {:.15g}",
                        at(likelihood, cases, i), k, collapsed, bound[i]));
      }
    }
  }
  return failures;
}

}  // namespace phigp::test
