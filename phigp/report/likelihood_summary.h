// Every fact about a likelihood that a person asks for before trusting it, as plain data: what it
// is, whether phi is admissible and why, whether it is a density in y, what omega looks like, how
// the tails fall, how omega is drawn. Writers (likelihood_text.h, likelihood_json.h) only format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/likelihood.h"
#include "phigp/report/tail.h"

namespace phigp {

struct ParameterFact {
  std::string name;
  double value = 0.0;
  std::string meaning;  // empty for parameters of a formula: they mean what the formula says
};

struct NormalisationFact {
  enum class Kind {
    normalised,  // the integral or sum over y is 1 at every f tried
    exempt,      // a pseudo-likelihood of the catalogue, which says so by its name
    failed       // it is not 1, or could not be computed
  };
  Kind kind = Kind::normalised;
  double total = 1.0;  // the value farthest from 1 among those found
  double at_f = 0.0;   // where it was found
  double error = 0.0;  // |total - 1|
  std::string reason;  // why it could not be computed; empty when it was
};

struct OmegaFact {
  double c = 0.0;
  double mean = 0.0;  // may be infinite, as may the variance
  double variance = 0.0;
};

struct SamplerFact {
  std::optional<Certificate> certificate;
  std::string refusal;   // why there is none
  double seconds = 0.0;  // to make it, tables included
};

struct LikelihoodSummary {
  std::string name;
  std::string formula;  // the density
  std::string phi;
  Domain domain = Domain::real;
  bool location_family = false;
  std::vector<ParameterFact> parameters;
  Row row;              // the observation for which the rest holds
  double power = 1.0;   // the exponent that it puts on phi
  Terms<double> terms;  // its C, g and h^2
  // Absent when the formula was refused before there was a phi to judge.
  std::optional<Verdict> verdict;
  // Why no likelihood can be made, when the verdict alone does not say it; empty otherwise.
  std::string refusal;
  // The rest only when complete(): the verdict is not `refuted` and nothing else was refused.
  NormalisationFact normalisation;
  std::vector<OmegaFact> omega;
  TailBehaviour tails;
  SamplerFact sampler;

  bool complete() const;
  // Complete, and a density in y (or exempt by name).
  bool accepted() const;
};

// An ordinary observation of the domain: where facts that depend on y are shown if nobody says.
Row example_row(Domain domain);

// Collects all facts. `row` must lie in the domain. Never throws because a fact is unpleasant.
LikelihoodSummary summarise(const LikelihoodPtr& likelihood, const Row& row);

}  // namespace phigp
