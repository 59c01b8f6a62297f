#include "phigp/report/likelihood_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/report/json_number.h"
#include "phigp/report/likelihood_text.h"

namespace phigp {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return number_or_text<Json>(value); }

Json verdict_object(const Verdict& verdict) {
  Json atoms = Json::array();
  for (const Atom& atom : verdict.atoms) {
    atoms.push_back({{"omega", number(atom.location)}, {"probability", number(atom.mass)}});
  }
  return {{"kind", verdict_name(verdict.kind)},
          {"reasons", verdict.reasons},
          {"phi_at_zero", number(verdict.phi_at_zero)},
          {"atoms", std::move(atoms)}};
}

Json normalisation_object(const NormalisationFact& fact) {
  Json object = {{"normalised", fact.kind == NormalisationFact::Kind::normalised},
                 {"exempt", fact.kind == NormalisationFact::Kind::exempt},
                 {"total", number(fact.total)},
                 {"error", number(fact.error)},
                 {"at_f", number(fact.at_f)}};
  if (!fact.reason.empty()) object["reason"] = fact.reason;
  return object;
}

Json tail_object(const TailSide& side) {
  Json object = {{"kind", tail_name(side)}};
  switch (side.kind) {
    case TailSide::Kind::power_of_distance:
      object["coefficient"] = number(side.coefficient);
      object["exponent"] = number(side.exponent);
      break;
    case TailSide::Kind::power_law:
      object["coefficient"] = number(side.coefficient);
      object["nu"] = number(side.coefficient - 1.0);
      break;
    case TailSide::Kind::constant:
      object["limit"] = number(side.limit);
      break;
    case TailSide::Kind::slower:
    case TailSide::Kind::rises:
      break;
  }
  object["settled"] = side.settled;
  return object;
}

Json sampler_object(const SamplerFact& sampler) {
  if (!sampler.certificate) {
    return {
        {"available", false}, {"reason", sampler.refusal}, {"seconds", number(sampler.seconds)}};
  }
  const Certificate& certificate = *sampler.certificate;
  return {{"available", true},
          {"kind", certificate_name(certificate.kind)},
          {"method", certificate.method},
          {"cdf_error", number(certificate.cdf_error)},
          {"certificate", certificate.text()},
          {"seconds", number(sampler.seconds)}};
}

}  // namespace

std::string likelihood_json(const LikelihoodSummary& summary) {
  Json object = {{"name", summary.name}, {"accepted", summary.accepted()}};
  if (!summary.formula.empty()) object["density"] = summary.formula;
  if (summary.complete()) {
    object["domain"] = domain_name(summary.domain);
    object["location_family"] = summary.location_family;
  }
  object["phi"] = summary.phi;
  object["parameters"] = Json::object();
  for (const ParameterFact& parameter : summary.parameters) {
    object["parameters"][parameter.name] = number(parameter.value);
  }
  object["verdict"] = summary.verdict ? verdict_object(*summary.verdict) : Json(nullptr);
  if (!summary.refusal.empty()) object["refusal"] = summary.refusal;
  if (summary.complete()) {
    object["observation"] = {{"y", number(summary.row.y)},
                             {"trials", number(summary.row.trials)},
                             {"power_of_phi", number(summary.power)},
                             {"log_c", number(summary.terms.log_c())},
                             {"g", number(summary.terms.g)},
                             {"alpha", number(summary.terms.alpha())},
                             {"beta", number(summary.terms.beta())},
                             {"gamma", number(summary.terms.gamma)}};
    object["normalisation"] = normalisation_object(summary.normalisation);
    object["tails"] = {{"f_to_minus_infinity", tail_object(summary.tails.below)},
                       {"f_to_plus_infinity", tail_object(summary.tails.above)}};
    object["omega"] = Json::array();
    for (const OmegaFact& fact : summary.omega) {
      object["omega"].push_back({{"c", number(fact.c)},
                                 {"mean", number(fact.mean)},
                                 {"variance", number(fact.variance)}});
    }
    object["sampler"] = sampler_object(summary.sampler);
  }
  // Bytes that are no UTF-8 can only come from a formula; they are replaced, never thrown about.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace phigp
