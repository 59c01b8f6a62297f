// From the values a user gives to the parameters of one or several formulas.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/formula/formula.h"

namespace phigp {

struct FormulaParameters {
  std::vector<std::string> names;
  std::vector<double> values;
  std::vector<ParameterSpec> specs;

  void add(const std::string& name, double value);
};

// Parameters are the names that the formulas use beyond `variables` (r, y, f, trials). Throws
// InvalidInput listing those without a value, and for a value whose name no formula uses and which
// is not in `optional`. A parameter whose value is positive stays positive when it is learned.
FormulaParameters collect_parameters(const std::vector<std::string>& formulas,
                                     const std::vector<std::string>& variables,
                                     const ParameterValues& values,
                                     const std::vector<std::string>& optional = {});

// Ranges of y and trials over a domain, for the sign analysis of formulas.
FormulaRanges ranges_of(Domain domain, bool variable_positive);

// A few observations of a domain, for what has to hold at all of them.
std::vector<Row> probe_rows(Domain domain);

// Throws InadmissiblePhi, which names `what` and y, when phi is refuted at one of these rows.
void require_admissible(const Radial& radial, Domain domain, const std::string& what);

// log p(y|f) depends on y - f only, as far as some pairs of points show.
bool depends_on_difference_only(const std::function<double(const Row&, double f)>& log_density);

}  // namespace phigp
