// Three ways to state a likelihood of one's own (math.md (F.8)-(F.10)). Each is checked when it is
// made and behaves like a catalogue entry afterwards: learnable parameters, sites, predictions,
// sampler.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// phi (typed, or found in a density) is not the Laplace transform of a probability law.
class InadmissiblePhi : public InvalidInput {
 public:
  InadmissiblePhi(const std::string& phi, Verdict verdict);
  const Verdict& verdict() const { return verdict_; }

 private:
  Verdict verdict_;
};

// The density does not integrate (or sum) to one over y, or not to anything finite.
class NotNormalised : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

using ParameterValues = std::map<std::string, double>;

// How phi meets y. Regression: h = (y - f)/scale, C from the integral of phi. Classification: y =
// -1, +1, g = y k/2, h = f, C = 1/2, exact when the two probabilities then add up to one (phi =
// sech(k sqrt(r)/2)).
enum class Link { regression, classification };

struct PhiFormula {
  std::string phi;  // in r, parameters, y and trials: "(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)"
  Link link = Link::regression;
  bool normalise = false;  // divide by phi(0) instead of refusing phi(0) != 1
};
// `values` holds every parameter of phi; "scale" (regression) or "k" (classification) may be added
// to them.
LikelihoodPtr likelihood_from_phi(const PhiFormula& formula, const ParameterValues& values);

// All six functions, in y, trials and the parameters (phi in r as well).
struct TermFormulas {
  std::string c;
  std::string g = "0";
  std::string alpha;
  std::string beta;
  std::string gamma;
  std::string phi;
  Domain domain = Domain::real;
};
LikelihoodPtr likelihood_from_terms(const TermFormulas& formulas, const ParameterValues& values);

// The density p(y|f) as a textbook has it: "exp(-abs(y-f)/b)/(2*b)". Centre, tilt g and phi are
// found; the domain too, unless given. Throws InvalidInput saying which property of the family
// fails.
LikelihoodPtr likelihood_from_density(const std::string& density, const ParameterValues& values,
                                      std::optional<Domain> domain = std::nullopt);

// The integral or sum of p(y|f) over y at some values of f: all 1 for a likelihood that is a
// density in y.
struct Normalisation {
  std::vector<double> f;
  std::vector<double> total;
  double largest_error() const;  // max |total - 1|
};
Normalisation check_normalisation(const Likelihood& likelihood);

}  // namespace phigp
