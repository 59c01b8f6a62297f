#include "phigp/likelihoods/formula/terms_likelihood.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/formula/formula_radial.h"
#include "phigp/likelihoods/formula/parameters.h"

namespace phigp {

namespace {

std::vector<std::string> names_of(const std::vector<ParameterSpec>& specs) {
  std::vector<std::string> names;
  for (const ParameterSpec& spec : specs) names.push_back(spec.name);
  return names;
}

Formula make(const std::string& text, const std::vector<ParameterSpec>& specs,
             const std::vector<double>& values, Domain domain) {
  return Formula(Expression::parse(text, {"", true, true, names_of(specs)}), values,
                 ranges_of(domain, false));
}

// From alpha - beta f + gamma f^2 to the completed square. The rest of the square is a difference;
// where it is nothing but rounding it is zero. math.md (L.2)
template <class P>
Terms<P> complete_square(const P& log_c, const P& g, const P& alpha, const P& beta, const P& gamma,
                         const Row& row) {
  require(value(gamma) > 0.0, fmt::format("gamma at y = {}", row.y), value(gamma),
          "must be positive");
  const P centre = 0.5 * (beta / gamma);
  P offset = alpha - 0.5 * (centre * beta);
  const double rounding = 1e-13 * (std::abs(value(alpha)) + std::abs(value(centre) * value(beta)));
  require(value(offset) >= -10.0 * rounding,
          fmt::format("alpha - beta^2/(4*gamma) at y = {}", row.y), value(offset),
          "must not be negative, because h^2 = alpha - beta*f + gamma*f^2 is a square");
  if (std::abs(value(offset)) <= 10.0 * rounding) offset = P(0.0);
  return {log_c + g * centre, g, gamma, centre, offset};
}

double at(const Formula& formula, const Row& row) { return formula.evaluate(0.0, row); }

Dual at(const Formula& formula, const Row& row, std::size_t k, bool logarithm) {
  Dual out;
  const std::span<Dual> result(&out, 1);
  if (logarithm) {
    formula.evaluate_log(std::span<const Dual>(), Rows(row), k, result);
  } else {
    formula.evaluate(std::span<const Dual>(), Rows(row), k, result);
  }
  return out;
}

void check_finite(double value, const char* what, const Row& row) {
  require(std::isfinite(value), fmt::format("{} at y = {}", what, row.y), value, "must be finite");
}

}  // namespace

TermsLikelihood::TermsLikelihood(TermFormulas text, std::vector<ParameterSpec> specs,
                                 std::vector<double> values, RadialPtr radial)
    : Likelihood(std::move(values), std::move(radial)),
      text_(std::move(text)),
      specs_(std::move(specs)),
      c_(make(text_.c, specs_, parameters(), text_.domain)),
      g_(make(text_.g, specs_, parameters(), text_.domain)),
      alpha_(make(text_.alpha, specs_, parameters(), text_.domain)),
      beta_(make(text_.beta, specs_, parameters(), text_.domain)),
      gamma_(make(text_.gamma, specs_, parameters(), text_.domain)) {
  check_parameters(name(), specs_, parameters());
  location_family_ =
      text_.domain == Domain::real && depends_on_difference_only([this](const Row& row, double f) {
        return log_density(*this, row, f);
      });
  normalised_ = check_normalisation(*this).largest_error() < 1e-6;
}

std::string TermsLikelihood::formula() const {
  return fmt::format("({}) * exp(({})*f) * phi(({}) - ({})*f + ({})*f^2),  phi(r) = {}", text_.c,
                     text_.g, text_.alpha, text_.beta, text_.gamma, text_.phi);
}

LikelihoodPtr TermsLikelihood::with_parameters(std::span<const double> values) const {
  check_parameters(name(), specs_, values);
  return std::make_shared<TermsLikelihood>(text_, specs_,
                                           std::vector<double>(values.begin(), values.end()),
                                           radial_ptr()->with_parameters(values));
}

Terms<double> TermsLikelihood::terms(const Row& row) const {
  const double log_c = c_.evaluate_log(0.0, row);
  check_finite(log_c, "log C", row);
  const double g = at(g_, row);
  check_finite(g, "g", row);
  const double alpha = at(alpha_, row);
  check_finite(alpha, "alpha", row);
  const double beta = at(beta_, row);
  check_finite(beta, "beta", row);
  return complete_square(log_c, g, alpha, beta, at(gamma_, row), row);
}

Terms<Dual> TermsLikelihood::terms(const Row& row, std::size_t k) const {
  return complete_square(at(c_, row, k, true), at(g_, row, k, false), at(alpha_, row, k, false),
                         at(beta_, row, k, false), at(gamma_, row, k, false), row);
}

LikelihoodPtr likelihood_from_terms(const TermFormulas& formulas, const ParameterValues& values) {
  const FormulaParameters parameters = collect_parameters(
      {formulas.c, formulas.g, formulas.alpha, formulas.beta, formulas.gamma, formulas.phi},
      {"r", "y", "trials"}, values);
  const FormulaRanges ranges = ranges_of(formulas.domain, true);
  const auto radial = std::make_shared<FormulaRadial>(
      Expression::parse(formulas.phi, {"r", true, true, parameters.names}), parameters.values,
      FormulaRadialOptions{.normalise = false, .y = ranges.y, .trials = ranges.trials});
  require_admissible(*radial, formulas.domain, formulas.phi);
  return std::make_shared<TermsLikelihood>(formulas, parameters.specs, parameters.values, radial);
}

}  // namespace phigp
