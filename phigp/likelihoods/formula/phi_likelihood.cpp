// A likelihood from phi typed as a formula: FormulaRadial behind a link.
#include <algorithm>

#include "phigp/likelihoods/formula/formula_radial.h"
#include "phigp/likelihoods/formula/parameters.h"
#include "phigp/likelihoods/link_likelihood.h"

namespace phigp {

InadmissiblePhi::InadmissiblePhi(const std::string& phi, Verdict verdict)
    : InvalidInput(
          "phi = " + phi, "",
          "must be the Laplace transform of a probability law (completely monotone, phi(0) = 1); " +
              verdict.text()),
      verdict_(std::move(verdict)) {}

LikelihoodPtr likelihood_from_phi(const PhiFormula& formula, const ParameterValues& values) {
  const std::string extra = formula.link == Link::regression ? "scale" : "k";
  FormulaParameters parameters = collect_parameters({formula.phi}, {"r"}, values, {extra});
  FormulaRadialOptions options;
  options.normalise = formula.normalise;
  auto radial = std::make_shared<FormulaRadial>(
      Expression::parse(formula.phi, {"r", false, false, parameters.names}), parameters.values,
      options);
  Verdict verdict = judge(*radial);
  if (!verdict.admissible()) throw InadmissiblePhi(formula.phi, std::move(verdict));
  const auto scale = values.find(extra);
  const bool has_scale =
      scale != values.end() &&
      std::find(parameters.names.begin(), parameters.names.end(), extra) == parameters.names.end();
  if (has_scale) {
    require(scale->second > 0.0, "parameter " + extra, scale->second, "must be positive");
    parameters.add(extra, scale->second);
  }
  try {
    return std::make_shared<LinkLikelihood>("formula", std::move(radial), formula.link,
                                            std::move(parameters.specs), has_scale,
                                            std::move(parameters.values));
  } catch (const NumericalError& error) {
    throw NotNormalised("phi = " + formula.phi, error.value(), error.rule());
  }
}

}  // namespace phigp
