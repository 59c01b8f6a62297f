#include "phigp/report/likelihood_summary.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"

namespace phigp {

namespace {

// Largest departure from 1 that quadrature and summation may cause by themselves.
constexpr double kNormalisationTolerance = 1e-7;

bool in_catalogue(const std::string& name) {
  const std::vector<std::string> names = likelihood_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// phi has a line of its own in every report.
std::string without_phi(const std::string& formula) {
  return formula.substr(0, formula.find(",  phi(r) = "));
}

NormalisationFact normalisation_fact(const Likelihood& likelihood) {
  NormalisationFact fact;
  try {
    const Normalisation found = check_normalisation(likelihood);
    for (std::size_t i = 0; i < found.total.size(); ++i) {
      const double error = std::abs(found.total[i] - 1.0);
      if (i > 0 && error <= fact.error) continue;  // a NaN is never passed over
      fact.total = found.total[i];
      fact.at_f = found.f[i];
      fact.error = error;
    }
  } catch (const Error& error) {  // also of a density that is not in the family at some y
    fact.kind = NormalisationFact::Kind::failed;
    fact.total = fact.error = std::numeric_limits<double>::infinity();
    fact.reason = error.what();
    return fact;
  }
  if (fact.error <= kNormalisationTolerance) {
    fact.kind = NormalisationFact::Kind::normalised;
  } else {
    const bool exempt = !likelihood.is_normalised() && in_catalogue(likelihood.name());
    fact.kind = exempt ? NormalisationFact::Kind::exempt : NormalisationFact::Kind::failed;
  }
  return fact;
}

std::vector<OmegaFact> omega_facts(const Likelihood& likelihood, const Row& row) {
  std::vector<OmegaFact> facts;
  for (const double c : {0.0, 0.1, 1.0, 10.0, 100.0}) {
    facts.push_back(
        {c, likelihood.moments().mean(c * c, row), likelihood.moments().variance(c * c, row)});
  }
  return facts;
}

SamplerFact sampler_fact(const RadialPtr& radial, const Row& row) {
  SamplerFact fact;
  const auto start = std::chrono::steady_clock::now();
  try {
    const std::unique_ptr<OmegaSampler> sampler = make_sampler(radial);
    // Samplers of a phi that depends on the row build their table at the first draw.
    Stream stream(StreamAddress{.seed = 0, .purpose = Purpose::certificate});
    const double c2 = 1.0;
    double omega = 0.0;
    sampler->draw({&c2, 1}, Rows(row), stream, {&omega, 1});
    fact.certificate = sampler->certificate();
  } catch (const Error& error) {
    fact.refusal = error.what();
  }
  fact.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return fact;
}

}  // namespace

bool LikelihoodSummary::complete() const {
  return verdict && verdict->admissible() && refusal.empty();
}

bool LikelihoodSummary::accepted() const {
  return complete() && normalisation.kind != NormalisationFact::Kind::failed;
}

Row example_row(Domain domain) {
  switch (domain) {
    case Domain::real:
      return {0.0, 1.0};
    case Domain::label:
      return {1.0, 1.0};
    case Domain::count:
      return {3.0, 1.0};
    case Domain::successes:
      return {3.0, 10.0};
  }
  return {};
}

LikelihoodSummary summarise(const LikelihoodPtr& likelihood, const Row& row) {
  likelihood->check({&row, 1});
  LikelihoodSummary summary;
  summary.name = likelihood->name();
  summary.phi = likelihood->radial().describe();
  summary.formula = without_phi(likelihood->formula());
  summary.domain = likelihood->domain();
  summary.location_family = likelihood->is_location_family();
  const std::vector<ParameterSpec>& specs = likelihood->parameter_specs();
  const bool named = in_catalogue(summary.name);
  for (std::size_t k = 0; k < specs.size(); ++k) {
    summary.parameters.push_back(
        {specs[k].name, likelihood->parameters()[k], named ? specs[k].meaning : std::string()});
  }
  summary.row = row;
  summary.terms = likelihood->terms(row);
  summary.power = likelihood->radial().power(row);
  summary.verdict = judge(likelihood->radial(), row);
  if (!summary.complete()) return summary;
  summary.normalisation = normalisation_fact(*likelihood);
  summary.omega = omega_facts(*likelihood, row);
  summary.tails = tail_behaviour(*likelihood, row);
  summary.sampler = sampler_fact(likelihood->radial_ptr(), row);
  return summary;
}

}  // namespace phigp
