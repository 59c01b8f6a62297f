// A typed formula, judged. What cannot be read (syntax, unknown functions, parameters without a
// value) is the caller's mistake and throws InvalidInput, with the place marked; what can be read
// but is no likelihood of the family is a finding, and stands in the summary.
#pragma once

#include <optional>
#include <string>

#include "phigp/likelihoods/custom.h"
#include "phigp/report/likelihood_summary.h"

namespace phigp {

struct CheckedFormula {
  LikelihoodPtr likelihood;  // null when it was refused
  LikelihoodSummary summary;
};

// `observation`: for which facts that depend on y are collected; example_row() unless given.
CheckedFormula check_phi(const PhiFormula& formula, const ParameterValues& values,
                         const std::optional<Row>& observation = std::nullopt);
CheckedFormula check_terms(const TermFormulas& formulas, const ParameterValues& values,
                           const std::optional<Row>& observation = std::nullopt);
CheckedFormula check_density(const std::string& density, const ParameterValues& values,
                             std::optional<Domain> domain = std::nullopt,
                             const std::optional<Row>& observation = std::nullopt);

}  // namespace phigp
