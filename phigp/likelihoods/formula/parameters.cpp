#include "phigp/likelihoods/formula/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/limits.h"
#include "phigp/base/nearest.h"

namespace phigp {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void FormulaParameters::add(const std::string& name, double value) {
  require(std::isfinite(value), "parameter " + name, value, "must be finite");
  names.push_back(name);
  values.push_back(value);
  specs.push_back({name, value, value > 0.0 ? kPositive : kAnyReal, "parameter of the formula"});
}

FormulaParameters collect_parameters(const std::vector<std::string>& formulas,
                                     const std::vector<std::string>& variables,
                                     const ParameterValues& values,
                                     const std::vector<std::string>& optional) {
  FormulaParameters parameters;
  std::vector<std::string> missing;
  std::vector<std::string> used;
  for (const std::string& text : formulas) {
    for (const std::string& name : names_in_formula(text)) {
      if (contains(variables, name) || contains(used, name)) continue;
      used.push_back(name);
      const auto given = values.find(name);
      if (given == values.end()) {
        missing.push_back(name);
      } else {
        parameters.add(name, given->second);
      }
    }
  }
  if (!missing.empty()) {
    throw InvalidInput(fmt::format("formula: {}", fmt::join(missing, ", ")), "",
                       fmt::format("{} a value, such as {}=1; the variables here are {}",
                                   missing.size() == 1 ? "needs" : "need each", missing.front(),
                                   fmt::join(variables, ", ")));
  }
  for (const auto& [name, value] : values) {
    if (contains(used, name) || contains(optional, name)) continue;
    throw InvalidInput(
        "parameter " + name, to_text(value),
        "is not used by the formula" +
            (used.empty() ? std::string(", which has no parameters")
                          : fmt::format(", whose parameters are {}", fmt::join(used, ", "))));
  }
  // The order of a Bessel function is stated, not learned.
  const bool observation = contains(variables, "y");
  const std::string variable = contains(variables, "r") ? "r" : "f";
  for (const std::string& text : formulas) {
    const Expression parsed =
        Expression::parse(text, {variable, observation, observation, parameters.names});
    for (std::size_t k = 0; k < parameters.names.size(); ++k)
      parameters.specs[k].learned = parameters.specs[k].learned && parsed.learnable(k);
  }
  return parameters;
}

FormulaRanges ranges_of(Domain domain, bool variable_positive) {
  FormulaRanges ranges;
  if (!variable_positive) ranges.variable = {-kInfinity, kInfinity};
  ranges.trials = {1.0, kInfinity};
  switch (domain) {
    case Domain::real:
      ranges.y = {-kInfinity, kInfinity};
      break;
    case Domain::label:
      ranges.y = {-1.0, 1.0};
      break;
    case Domain::count:
    case Domain::successes:
      ranges.y = {0.0, kInfinity};
      break;
  }
  return ranges;
}

std::vector<Row> probe_rows(Domain domain) {
  switch (domain) {
    case Domain::real:
      return {{0.0}, {0.7}, {-2.3}, {5.1}};
    case Domain::label:
      return {{1.0}, {-1.0}};
    case Domain::count:
      return {{0.0}, {1.0}, {2.0}, {5.0}, {11.0}};
    case Domain::successes:
      return {{0.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}, {4.0, 5.0}};
  }
  return {};
}

void require_admissible(const Radial& radial, Domain domain, const std::string& what) {
  const bool by_row = radial.row_dependence() != Radial::RowDependence::none;
  for (const Row& row : probe_rows(domain)) {
    Verdict verdict = judge(radial, row);
    if (!verdict.admissible()) {
      if (by_row) verdict.reasons.front() += fmt::format(", at y = {}", row.y);
      throw InadmissiblePhi(what, std::move(verdict));
    }
    if (!by_row) return;
  }
}

bool depends_on_difference_only(const std::function<double(const Row&, double)>& log_density) {
  for (const double noise : {-5.3, -0.71, 0.13, 2.9, 17.0}) {
    const double expected = log_density(Row{noise}, 0.0);
    for (const double f : {-3.7, 0.6, 11.9}) {
      const double found = log_density(Row{f + noise}, f);
      if (!(std::abs(found - expected) <= 1e-9 * (1.0 + std::abs(expected)))) return false;
    }
  }
  return true;
}

}  // namespace phigp
