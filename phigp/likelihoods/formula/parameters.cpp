#include "phigp/likelihoods/formula/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

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
