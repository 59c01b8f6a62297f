#include "phigp/likelihoods/catalogue/catalogue.h"

#include <fmt/format.h>

#include <array>

#include "phigp/base/nearest.h"
#include "phigp/likelihoods/catalogue/discrete.h"
#include "phigp/likelihoods/catalogue/regression.h"

namespace phigp {

namespace {

template <class Entry>
LikelihoodPtr with_defaults() {
  std::vector<double> theta;
  for (const ParameterSpec& spec : Entry::info().parameters) theta.push_back(spec.initial);
  return std::make_shared<EntryLikelihood<Entry>>(std::move(theta));
}

struct Named {
  const char* name;
  LikelihoodPtr (*make)();
};

constexpr std::array kTable{
    Named{"gaussian", with_defaults<GaussianEntry>},
    Named{"laplace", with_defaults<LaplaceEntry>},
    Named{"student-t", with_defaults<StudentTEntry>},
    Named{"cauchy", with_defaults<CauchyEntry>},
    Named{"matern32", with_defaults<Matern32Entry>},
    Named{"matern52", with_defaults<Matern52Entry>},
    Named{"logistic-noise", with_defaults<LogisticNoiseEntry>},
    Named{"pseudo-huber", with_defaults<PseudoHuberEntry>},
    Named{"exponential-power", with_defaults<ExponentialPowerEntry>},
    Named{"asymmetric-laplace", with_defaults<AsymmetricLaplaceEntry>},
    Named{"logistic", with_defaults<LogisticEntry>},
    Named{"bayesian-svm", with_defaults<BayesianSvmEntry>},
    Named{"binomial", with_defaults<BinomialEntry>},
    Named{"negative-binomial", with_defaults<NegativeBinomialEntry>},
};

}  // namespace

std::vector<std::string> likelihood_names() {
  std::vector<std::string> names;
  for (const Named& entry : kTable) names.emplace_back(entry.name);
  return names;
}

LikelihoodPtr make_likelihood(const std::string& name,
                              const std::map<std::string, double>& parameters) {
  for (const Named& entry : kTable) {
    if (name != entry.name) continue;
    const LikelihoodPtr initial = entry.make();
    std::vector<double> theta = initial->parameters();
    std::vector<std::string> known;
    for (const ParameterSpec& spec : initial->parameter_specs()) known.push_back(spec.name);
    for (const auto& [parameter, value] : parameters) {
      const auto found = std::find(known.begin(), known.end(), parameter);
      if (found == known.end())
        throw InvalidInput(name + ": parameter " + parameter, "",
                           unknown_name_rule(parameter, known));
      theta[static_cast<std::size_t>(found - known.begin())] = value;
    }
    return initial->with_parameters(theta);
  }
  throw InvalidInput("likelihood " + name, "", unknown_name_rule(name, likelihood_names()));
}

}  // namespace phigp
