#include "phigp/likelihoods/function_likelihood.h"

#include "phigp/likelihoods/link_likelihood.h"

namespace phigp {

LikelihoodPtr likelihood_from_function(const PhiFunction& stated) {
  std::vector<ParameterSpec> specs;
  std::vector<double> values;
  for (const auto& [name, value] : stated.parameters) {
    require(kPositive.contains(value), "parameter " + name, value, "must be positive and finite");
    specs.push_back({name, value, kPositive, "parameter of phi"});
    values.push_back(value);
  }
  auto radial = std::make_shared<AnalyticRadial>(stated.function, values);
  radial->check();
  Verdict verdict = judge(*radial);
  if (!verdict.admissible()) throw InadmissiblePhi(stated.function.text, std::move(verdict));
  if (stated.scale) {
    const bool regression = stated.link == Link::regression;
    require(kPositive.contains(*stated.scale), regression ? "parameter scale" : "parameter k",
            *stated.scale, "must be positive and finite");
    specs.push_back({regression ? "scale" : "k", *stated.scale, kPositive,
                     regression ? "scale of the noise" : "slope of the link"});
    values.push_back(*stated.scale);
  }
  try {
    return std::make_shared<LinkLikelihood>("function", std::move(radial), stated.link,
                                            std::move(specs), stated.scale.has_value(),
                                            std::move(values));
  } catch (const NumericalError& error) {
    throw NotNormalised("phi = " + stated.function.text, error.value(), error.rule());
  }
}

}  // namespace phigp
