#include "phigp/report/formula_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/likelihoods/formula/expression.h"
#include "phigp/likelihoods/formula/formula_radial.h"

namespace phigp {

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A text with the names that are not parameters in it.
struct TypedFormula {
  std::string text;
  std::string variable;  // r, f, or empty
  bool observation;      // whether y and trials may occur
};

bool is_variable(const TypedFormula& formula, const std::string& name) {
  return name == formula.variable || (formula.observation && (name == "y" || name == "trials"));
}

// A name directly before a parenthesis is meant as a function; left to the parser, which knows all.
bool is_called(const std::string& text, const std::string& name) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if (at > 0 && in_word(text[at - 1])) continue;
    const std::size_t after = text.find_first_not_of(' ', at + name.size());
    if (after != std::string::npos && text[after] == '(') return true;
  }
  return false;
}

Names parameters_of(const TypedFormula& formula) {
  Names parameters;
  for (const std::string& name : names_in_formula(formula.text)) {
    if (!is_variable(formula, name) && !is_called(formula.text, name)) parameters.push_back(name);
  }
  return parameters;
}

void require_values(const Names& used, const ParameterValues& values, const Names& optional,
                    const Names& variables) {
  Names missing;
  for (const std::string& name : used) {
    if (!values.contains(name)) missing.push_back(name);
  }
  std::string unused;
  for (const auto& [name, value] : values) {
    if (contains(used, name) || contains(optional, name)) continue;
    const std::string meant = nearest_name(name, missing.empty() ? used : missing);
    unused +=
        fmt::format("{}{} = {} is not in the formula{}", unused.empty() ? "" : "; ", name,
                    to_text(value), meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant));
  }
  if (missing.empty() && unused.empty()) return;
  if (missing.empty()) throw InvalidInput("parameters:", "", unused);
  for (const std::string& name : missing) {  // rr may be a slip for r; b is a name of its own
    const std::string meant = nearest_name(name, variables);
    if (name.size() > 1 && !meant.empty())
      unused += fmt::format("{}{}: did you mean {}?", unused.empty() ? "" : "; ", name, meant);
  }
  const bool one = missing.size() == 1;
  throw InvalidInput(
      one ? "parameter" : "parameters", "",
      fmt::format("{} {} no value; add {}=NUMBER{}", fmt::join(missing, ", "), one ? "has" : "have",
                  fmt::join(missing, "=NUMBER "), unused.empty() ? "" : "; " + unused));
}

// Everything that makes a text unreadable, before anything is computed.
void require_readable(const std::vector<TypedFormula>& formulas, const ParameterValues& values,
                      const Names& optional = {}) {
  Names used;
  Names variables;
  for (const TypedFormula& formula : formulas) {
    if (!formula.variable.empty()) variables.push_back(formula.variable);
    if (formula.observation) variables.insert(variables.end(), {"y", "trials"});
    const Names own = parameters_of(formula);
    Expression::parse(formula.text,
                      {formula.variable, formula.observation, formula.observation, own});
    for (const std::string& name : own) {
      if (!contains(used, name)) used.push_back(name);
    }
  }
  require_values(used, values, optional, variables);
}

LikelihoodSummary refused(const std::string& name, const std::string& phi,
                          const ParameterValues& values) {
  LikelihoodSummary summary;
  summary.name = name;
  summary.phi = phi;
  for (const auto& [parameter, value] : values)
    summary.parameters.push_back({parameter, value, ""});
  return summary;
}

// Makes the likelihood and turns refusals into findings.
CheckedFormula checked(const std::string& name, const std::string& phi,
                       const ParameterValues& values, const std::optional<Row>& observation,
                       const std::function<LikelihoodPtr()>& make) {
  CheckedFormula result;
  result.summary = refused(name, phi, values);
  try {
    result.likelihood = make();
  } catch (const InadmissiblePhi& error) {
    result.summary.verdict = error.verdict();
    return result;
  } catch (const Error& error) {
    result.summary.refusal = error.what();
    return result;
  }
  result.summary =
      summarise(result.likelihood, observation.value_or(example_row(result.likelihood->domain())));
  return result;
}

Verdict refutation(std::string reason, double phi_at_zero = 1.0) {
  Verdict verdict;
  verdict.kind = Verdict::Kind::refuted;
  verdict.reasons = {std::move(reason)};
  verdict.phi_at_zero = phi_at_zero;
  return verdict;
}

// What can be said of phi alone, before there is a likelihood. A phi that cannot even be set up
// (infinite, negative, not 1 at r = 0) is refuted; one that cannot be computed (NumericalError) is
// not.
Verdict verdict_of(const PhiFormula& formula, const ParameterValues& values) {
  const Names names = parameters_of({formula.phi, "r", false});
  std::vector<double> theta;
  for (const std::string& name : names) theta.push_back(values.at(name));
  const Expression phi = Expression::parse(formula.phi, {"r", false, false, names});
  FormulaRadialOptions options;
  options.normalise = formula.normalise;
  try {
    const double at_zero = FormulaRadial::phi_at_zero(phi, theta, {}, options);
    if (!formula.normalise && at_zero > 0.0 && std::isfinite(at_zero) &&
        std::abs(at_zero - 1.0) > 1e-9) {
      return refutation(
          fmt::format("phi(0) = {0}, but it must be 1: use --normalise, or divide by {0}",
                      to_text(at_zero)),
          at_zero);
    }
    return judge(FormulaRadial(phi, theta, options));
  } catch (const InvalidInput& error) {
    return refutation(error.what());
  }
}

}  // namespace

CheckedFormula check_phi(const PhiFormula& formula, const ParameterValues& values,
                         const std::optional<Row>& observation) {
  const std::string extra = formula.link == Link::regression ? "scale" : "k";
  require_readable({{formula.phi, "r", false}}, values, {extra});
  if (const auto given = values.find(extra); given != values.end()) {
    require(given->second > 0.0, "parameter " + extra, given->second, "must be positive");
  }
  CheckedFormula unusable{nullptr, refused("formula", formula.phi, values)};
  Verdict verdict;
  try {
    verdict = verdict_of(formula, values);
  } catch (const NumericalError& error) {
    unusable.summary.refusal = error.what();
    return unusable;
  }
  if (!verdict.admissible()) {
    unusable.summary.verdict = std::move(verdict);
    return unusable;
  }
  CheckedFormula result = checked("formula", formula.phi, values, observation,
                                  [&] { return likelihood_from_phi(formula, values); });
  if (!result.likelihood) result.summary.verdict = std::move(verdict);
  return result;
}

CheckedFormula check_terms(const TermFormulas& formulas, const ParameterValues& values,
                           const std::optional<Row>& observation) {
  std::vector<TypedFormula> typed{{formulas.phi, "r", true}};
  for (const std::string& text :
       {formulas.c, formulas.g, formulas.alpha, formulas.beta, formulas.gamma}) {
    typed.push_back({text, "", true});
  }
  require_readable(typed, values);
  return checked("terms", formulas.phi, values, observation,
                 [&] { return likelihood_from_terms(formulas, values); });
}

CheckedFormula check_density(const std::string& density, const ParameterValues& values,
                             std::optional<Domain> domain, const std::optional<Row>& observation) {
  require_readable({{density, "f", true}}, values);
  CheckedFormula result = checked("density", "", values, observation,
                                  [&] { return likelihood_from_density(density, values, domain); });
  if (!result.likelihood) result.summary.formula = density;
  return result;
}

}  // namespace phigp
