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
  // Instead of all these: made by the caller, from what no text can state (a function of another
  // program). `parameters` then replace its own values. A file does not take it.
  LikelihoodPtr given;

  bool stated() const { return !name.empty() || !phi.empty() || !density.empty() || given; }
  bool operator==(const LikelihoodSpec&) const = default;

  // Exact, but for a given likelihood, of which it describes what is known; from_json refuses that
  // and throws InvalidInput.
  std::string to_json() const;
  static LikelihoodSpec from_json(std::string_view text);
};

// Throws InvalidInput unless exactly one of name, phi, density and a likelihood is stated, and for
// whatever the likelihood itself refuses.
LikelihoodPtr make_likelihood(const LikelihoodSpec& spec);

// The same statement, with scale = 1 for learning to start from where a phi of y - f has nothing
// that sets the width of the noise (LinkLikelihood::with_scale). Else the width would be that of
// the formula as typed, whatever the data say.
LikelihoodSpec with_learned_scale(LikelihoodSpec spec);

// The same statement with the parameter values of `likelihood`, which was made from it.
LikelihoodSpec with_values_of(LikelihoodSpec spec, const Likelihood& likelihood);

Link link_named(const std::string& name);      // "regression", "classification"
Domain domain_named(const std::string& name);  // "real", "label", "count", "successes"
std::string name_of(Link link);
std::string name_of(Domain domain);

}  // namespace phigp
