// A likelihood as a user states it, by name or as a formula: what settings parse into and what a
// model file keeps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "phigp/likelihoods/custom.h"

namespace phigp {

struct LikelihoodSpec {
  std::string name;  // of the catalogue, or empty
  std::string phi;   // phi(r), or empty
  Link link = Link::regression;
  std::string density;           // p(y|f), or empty
  std::optional<Domain> domain;  // for a density; found when not given
  std::map<std::string, double> parameters;

  bool operator==(const LikelihoodSpec&) const = default;

  // Exact. from_json throws InvalidInput.
  std::string to_json() const;
  static LikelihoodSpec from_json(std::string_view text);
};

// Throws InvalidInput unless exactly one of name, phi and density is stated, and for whatever the
// likelihood itself refuses.
LikelihoodPtr make_likelihood(const LikelihoodSpec& spec);

// The same statement with the parameter values of `likelihood`, which was made from it.
LikelihoodSpec with_values_of(LikelihoodSpec spec, const Likelihood& likelihood);

Link link_named(const std::string& name);      // "regression", "classification"
Domain domain_named(const std::string& name);  // "real", "label", "count", "successes"
std::string name_of(Link link);
std::string name_of(Domain domain);

}  // namespace phigp
