#include "phigp/likelihoods/formula/density_likelihood.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "phigp/likelihoods/formula/parameters.h"
#include "phigp/likelihoods/real_law.h"

namespace phigp {

namespace {

constexpr double kNormalised = 1e-6;

// Far from the first of probe_rows: what is found there fixes the slope of a line.
Row second_row(Domain domain) {
  return domain == Domain::real ? Row{64.0} : probe_rows(domain).back();
}

struct Parts {
  CentreRule rule = CentreRule::searched;
  Radial::RowDependence dependence = Radial::RowDependence::none;
};

// Does the density depend on f - centre only? The values of f are none that formulas favour.
bool depends_on_distance_only(const Formula& density, const CentreLine& line,
                              const std::vector<Row>& rows) {
  for (const double distance : {-3.7, -0.71, 0.13, 2.9, 17.0}) {
    const double expected = log_density_at(density, rows[0], line.at(rows[0]) + distance);
    for (const Row& row : rows) {
      const double found = log_density_at(density, row, line.at(row) + distance);
      if (!(std::abs(found - expected) <= 1e-9 * (1.0 + std::abs(expected)))) return false;
    }
  }
  return true;
}

CentreRule find_rule(const Formula& density, Domain domain, const std::vector<Row>& rows,
                     const std::vector<Decomposition>& found) {
  const auto line = centre_line(density, rows.front(), second_row(domain));
  if (!line) return CentreRule::searched;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double centre = found[i].centre;
    if (!(std::abs(line->at(rows[i]) - centre) <= 1e-9 * (1.0 + std::abs(centre))))
      return CentreRule::searched;
  }
  const bool location = domain == Domain::real && depends_on_distance_only(density, *line, rows);
  return location ? CentreRule::location : CentreRule::line;
}

// Does phi depend on the row, and if so only through an exponent?
Radial::RowDependence find_dependence(const Formula& density, const std::vector<Row>& rows,
                                      const std::vector<Decomposition>& found) {
  const auto log_phi = [&](std::size_t i, double r) {
    const double root = std::sqrt(r);
    return log_density_at(density, rows[i], found[i].centre + root) -
           log_density_at(density, rows[i], found[i].centre) - found[i].tilt * root;
  };
  Radial::RowDependence dependence = Radial::RowDependence::none;
  const double unit = informative_radius(density, rows[0], found[0]);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double ratio = log_phi(i, unit) / log_phi(0, unit);
    for (const double share : {0.01, 0.3, 4.0, 90.0}) {
      const double r = share * unit;
      const double expected = log_phi(0, r);
      const double tolerance = 1e-9 * (1.0 + std::abs(expected));
      if (std::abs(log_phi(i, r) - expected) > tolerance) dependence = Radial::RowDependence::power;
      if (!(std::abs(log_phi(i, r) - ratio * expected) <= tolerance * (1.0 + std::abs(ratio)))) {
        return Radial::RowDependence::general;
      }
    }
  }
  return dependence;
}

bool has_values(const Formula& density, const Row& row) {
  for (double f = 1e-3; f < 1e4; f *= 3.0) {
    if (std::isfinite(log_density_at(density, row, f)) ||
        std::isfinite(log_density_at(density, row, -f)))
      return true;
  }
  return false;
}

Parts take_apart(const Formula& density, Domain domain, const std::vector<Row>& rows) {
  std::vector<Decomposition> found;
  for (const Row& row : rows) {
    const std::string where = fmt::format("density at y = {}", row.y);
    if (!has_values(density, row)) {
      throw InvalidInput(where, "no value at any f",
                         fmt::format("must be positive: y is {}", to_text(domain)));
    }
    const auto at = decompose(density, row);
    if (!at) {
      throw InvalidInput(where, "",
                         "is not in the family: log p(y|f), less a multiple of f, must be "
                         "symmetric in f about some "
                         "point, and no such point was found");
    }
    const double peak = log_density_at(density, row, at->centre);
    require(std::isfinite(peak), fmt::format("{}, f = {}", where, to_text(at->centre)),
            std::isnan(peak) ? "no value"
            : peak > 0.0     ? "infinity"
                             : "0",
            "must be positive and finite at its centre, where phi is 1");
    found.push_back(*at);
  }
  return {find_rule(density, domain, rows, found), find_dependence(density, rows, found)};
}

LikelihoodPtr build(const Expression& expression, const FormulaParameters& parameters,
                    Domain domain) {
  const Formula density(expression, parameters.values, ranges_of(domain, false));
  const std::vector<Row> rows = probe_rows(domain);
  const Parts parts = take_apart(density, domain, rows);
  const auto radial = std::make_shared<DensityRadial>(density, rows.front(), second_row(domain),
                                                      parts.dependence, parts.rule);
  const bool location = parts.rule == CentreRule::location && radial->centre().is_y();
  return std::make_shared<DensityLikelihood>(radial, domain, parameters.specs, location, true);
}

// The integral or sum of p(y|f) over y, from the formula itself: the density need not be in the
// family to have one.
double total_over(const Formula& density, Domain domain, double f) {
  if (domain == Domain::real) {
    const ArrayFunction log_p = [&](std::span<const double> y, std::span<double> out) {
      std::vector<Row> rows;
      for (const double value : y) rows.push_back({value});
      const std::vector<double> latent(y.size(), f);
      density.evaluate_log(std::span<const double>(latent), Rows(rows), out);
      for (double& value : out) {
        if (std::isnan(value)) value = -std::numeric_limits<double>::infinity();
      }
    };
    return std::exp(RealLaw(log_p, f, 1.0).log_total());
  }
  constexpr double kMostCounts = 5000.0;
  constexpr double kTrials = 7.0;
  double sum = 0.0;
  double largest = 0.0;
  for (double y = domain == Domain::label ? -1.0 : 0.0; y <= kMostCounts;
       y += domain == Domain::label ? 2.0 : 1.0) {
    if ((domain == Domain::label && y > 1.0) || (domain == Domain::successes && y > kTrials)) break;
    const double term = std::exp(log_density_at(density, Row{y, kTrials}, f));
    sum += term;
    largest = std::max(largest, term);
    if (domain == Domain::count && term < 1e-18 * largest) break;
  }
  return sum;
}

// The total at f = 0 if it is the same, 1, at other f too; otherwise one that is not 1.
double total_over(const Formula& density, Domain domain) {
  const double at_zero = total_over(density, domain, 0.0);
  if (!(std::abs(at_zero - 1.0) < kNormalised)) return at_zero;
  for (const double f : {-0.7, 1.3}) {
    const double total = total_over(density, domain, f);
    if (!(std::abs(total - 1.0) < kNormalised)) return total;
  }
  return 1.0;
}

// The first domain over which p(y|f) sums to one is meant.
Domain find_domain(const Expression& expression, const FormulaParameters& parameters) {
  require(expression.uses("y"), "density", expression.text(), "must depend on y");
  std::string totals;
  for (const Domain domain : {Domain::label, Domain::successes, Domain::count, Domain::real}) {
    if ((domain == Domain::successes) != expression.uses("trials")) continue;
    try {
      const double total =
          total_over(Formula(expression, parameters.values, ranges_of(domain, false)), domain);
      if (total == 1.0) return domain;
      totals += std::isnan(total)
                    ? fmt::format("; over {} it is negative or has no value", to_text(domain))
                    : fmt::format("; over {} it gives {:.6g}", to_text(domain), total);
    } catch (const Error& error) {
      totals += fmt::format("; over {}: {}", to_text(domain), error.what());
    }
  }
  throw NotNormalised("density " + expression.text(), "",
                      "must sum or integrate to 1 over y" + totals);
}

}  // namespace

DensityLikelihood::DensityLikelihood(std::shared_ptr<const DensityRadial> radial, Domain domain,
                                     std::vector<ParameterSpec> specs, bool location_family,
                                     bool normalised)
    : Likelihood(std::vector<double>(radial->parameters().begin(), radial->parameters().end()),
                 radial),
      radial_(std::move(radial)),
      domain_(domain),
      specs_(std::move(specs)),
      location_family_(location_family),
      normalised_(normalised) {}

LikelihoodPtr DensityLikelihood::with_parameters(std::span<const double> values) const {
  check_parameters(name(), specs_, values);
  return std::make_shared<DensityLikelihood>(
      std::static_pointer_cast<const DensityRadial>(radial_->with_parameters(values)), domain_,
      specs_, location_family_, normalised_);
}

Terms<double> DensityLikelihood::terms(const Row& row) const {
  const Decomposition at = radial_->decomposition(row);
  return {radial_->log_peak(row), at.tilt, 1.0, at.centre, 0.0};
}

Terms<Dual> DensityLikelihood::terms(const Row& row, std::size_t k) const {
  const DecompositionSlope at = radial_->slope(row, k);
  return {radial_->log_peak(row, k), at.tilt, 1.0, at.centre, 0.0};
}

LikelihoodPtr likelihood_from_density(const std::string& density, const ParameterValues& values,
                                      std::optional<Domain> domain) {
  const FormulaParameters parameters = collect_parameters({density}, {"y", "f", "trials"}, values);
  const Expression expression = Expression::parse(density, {"f", true, true, parameters.names});
  require(expression.uses("f"), "density", density, "must depend on f");
  const Domain over = domain ? *domain : find_domain(expression, parameters);
  LikelihoodPtr likelihood = build(expression, parameters, over);
  require_admissible(likelihood->radial(), over, "the phi inside " + density);
  const double total =
      total_over(Formula(expression, parameters.values, ranges_of(over, false)), over);
  if (total == 1.0) return likelihood;
  if (over != Domain::label) {
    throw NotNormalised("density " + density, fmt::format("{:.6g}", total),
                        "must sum or integrate to 1 over y (" + to_text(over) + ")");
  }
  // A pseudo-likelihood of labels, asked for by name: usable, normalised over the labels when
  // predicting.
  const auto radial = std::static_pointer_cast<const DensityRadial>(likelihood->radial_ptr());
  return std::make_shared<DensityLikelihood>(radial, over, parameters.specs, false, false);
}

}  // namespace phigp
