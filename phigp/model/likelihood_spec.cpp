#include "phigp/model/likelihood_spec.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/link_likelihood.h"
#include "phigp/model/settings_error.h"

namespace phigp {

namespace {

constexpr std::array<std::pair<Domain, const char*>, 4> kDomains{
    {{Domain::real, "real"},
     {Domain::label, "label"},
     {Domain::count, "count"},
     {Domain::successes, "successes"}}};

LikelihoodPtr with_values(const Likelihood& given, const std::map<std::string, double>& stated) {
  std::vector<double> values(given.parameters().begin(), given.parameters().end());
  for (const auto& [name, value] : stated) {
    const std::vector<ParameterSpec>& specs = given.parameter_specs();
    const auto found = std::ranges::find(specs, name, &ParameterSpec::name);
    require(found != specs.end(), "parameter", name, "is not a parameter of the likelihood");
    values[static_cast<std::size_t>(found - specs.begin())] = value;
  }
  return given.with_parameters(values);
}

}  // namespace

std::string name_of(Link link) {
  return link == Link::regression ? "regression" : "classification";
}

std::string name_of(Domain domain) {
  for (const auto& [value, name] : kDomains) {
    if (value == domain) return name;
  }
  return "";
}

Link link_named(const std::string& name) {
  if (name == "regression") return Link::regression;
  if (name == "classification") return Link::classification;
  throw InvalidInput("link", name, "must be regression or classification");
}

Domain domain_named(const std::string& name) {
  for (const auto& [value, known] : kDomains) {
    if (name == known) return value;
  }
  throw InvalidInput("domain", name, "must be real, label, count or successes");
}

std::string LikelihoodSpec::to_json() const {
  nlohmann::json object;
  if (!name.empty()) object["name"] = name;
  if (!phi.empty()) {
    object["phi"] = phi;
    object["link"] = name_of(link);
  }
  if (!density.empty()) object["density"] = density;
  if (given) object["function"] = given->formula();
  if (domain) object["domain"] = name_of(*domain);
  object["parameters"] = parameters;
  return object.dump();
}

LikelihoodSpec LikelihoodSpec::from_json(std::string_view text) {
  try {
    const nlohmann::json object = nlohmann::json::parse(text);
    if (object.contains("function"))
      throw InvalidInput("likelihood", object["function"].get<std::string>(),
                         "is a function of the program that fitted it, and no text states it");
    LikelihoodSpec spec;
    spec.name = object.value("name", "");
    spec.phi = object.value("phi", "");
    if (object.contains("link")) spec.link = link_named(object["link"].get<std::string>());
    spec.density = object.value("density", "");
    if (object.contains("domain")) spec.domain = domain_named(object["domain"].get<std::string>());
    spec.parameters = object.at("parameters").get<std::map<std::string, double>>();
    return spec;
  } catch (const nlohmann::json::exception& error) {
    throw InvalidInput("likelihood", std::string(text),
                       std::string("must be a JSON object of a likelihood: ") + error.what());
  }
}

LikelihoodPtr make_likelihood(const LikelihoodSpec& spec) {
  const int stated = int{!spec.name.empty()} + int{!spec.phi.empty()} + int{!spec.density.empty()} +
                     int{spec.given != nullptr};
  require_together(stated == 1, "likelihood", std::to_string(stated) + " statements",
                   "must be stated once: by name, as phi or as a density");
  if (spec.given) return with_values(*spec.given, spec.parameters);
  require_together(!spec.phi.empty() || spec.link == Link::regression, "link", name_of(spec.link),
                   "needs phi");
  require_together(!spec.density.empty() || !spec.domain, "domain",
                   spec.domain ? name_of(*spec.domain) : "", "needs a density");
  if (!spec.name.empty()) return make_likelihood(spec.name, spec.parameters);
  if (!spec.phi.empty()) return likelihood_from_phi({spec.phi, spec.link}, spec.parameters);
  return likelihood_from_density(spec.density, spec.parameters, spec.domain);
}

LikelihoodSpec with_learned_scale(LikelihoodSpec spec) {
  if (spec.phi.empty() && !spec.given) return spec;
  const LikelihoodPtr stated = make_likelihood(spec);
  const auto* link = dynamic_cast<const LinkLikelihood*>(stated.get());
  if (link == nullptr) return spec;
  if (const LikelihoodPtr scaled = link->with_scale()) {
    if (spec.given) {
      spec.given = scaled;
    } else {
      spec.parameters["scale"] = 1.0;
    }
  }
  return spec;
}

LikelihoodSpec with_values_of(LikelihoodSpec spec, const Likelihood& likelihood) {
  const std::vector<ParameterSpec>& specs = likelihood.parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k)
    spec.parameters[specs[k].name] = likelihood.parameters()[k];
  return spec;
}

}  // namespace phigp
