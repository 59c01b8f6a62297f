#include "phigp/report/likelihood_text.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kLabel = 14;

Emphasis emphasis_of(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::proven:
      return Emphasis::good;
    case Verdict::Kind::not_refuted:
      return Emphasis::doubtful;
    case Verdict::Kind::refuted:
      return Emphasis::bad;
  }
  return Emphasis::none;
}

std::string verdict_explained(const Verdict& verdict) {
  switch (verdict.kind) {
    case Verdict::Kind::proven:
      return "proven: phi is the Laplace transform of a law of omega";
    case Verdict::Kind::not_refuted:
      return "not refuted: every test passed, which is strong evidence but no proof";
    case Verdict::Kind::refuted:
      return "refuted: phi is not the Laplace transform of a probability law";
  }
  return "";
}

std::string heading(const LikelihoodSummary& summary, const TextStyle& style) {
  std::string line = emphasised(summary.name, Emphasis::strong, style);
  for (std::size_t k = 0; k < summary.parameters.size(); ++k) {
    const ParameterFact& parameter = summary.parameters[k];
    line +=
        fmt::format("{}{} = {}", k == 0 ? "   " : ", ", parameter.name, to_text(parameter.value));
  }
  return line + "\n";
}

std::string verdict_block(const Verdict& verdict, const TextStyle& style) {
  std::string out =
      labelled("verdict", verdict_explained(verdict), kLabel, style, emphasis_of(verdict.kind));
  for (const std::string& reason : verdict.reasons) {
    out += labelled("", "- " + reason, kLabel, style);
  }
  if (verdict.kind == Verdict::Kind::refuted) return out;
  std::string atoms;
  for (const Atom& atom : verdict.atoms) {
    atoms += fmt::format("{}omega = {} with probability {}", atoms.empty() ? "" : "\n",
                         short_number(atom.location), short_number(atom.mass));
  }
  return out + labelled("atoms", atoms.empty() ? "none found" : atoms, kLabel, style);
}

std::string normalisation_block(const LikelihoodSummary& summary, const TextStyle& style) {
  const NormalisationFact& fact = summary.normalisation;
  const std::string what = summary.domain == Domain::real ? "integral over y" : "sum over y";
  const std::string found =
      fmt::format("{} = {}, error {:.1e}, at f = {}", what, fmt::format("{:.10g}", fact.total),
                  fact.error, short_number(fact.at_f));
  switch (fact.kind) {
    case NormalisationFact::Kind::normalised:
      return labelled("normalised", "yes: " + found, kLabel, style, Emphasis::good);
    case NormalisationFact::Kind::exempt:
      return labelled(
          "normalised",
          fmt::format("no, by design: {}; {} is a pseudo-likelihood, and its predictions "
                      "are normalised over the two labels",
                      found, summary.name),
          kLabel, style, Emphasis::doubtful);
    case NormalisationFact::Kind::failed:
      return labelled("normalised", "no: " + (fact.reason.empty() ? found : fact.reason), kLabel,
                      style, Emphasis::bad);
  }
  return "";
}

std::string tail_block(const LikelihoodSummary& summary, const TextStyle& style) {
  const TailBehaviour& tails = summary.tails;
  if (summary.location_family) {
    const std::string u = "|y-f|";
    if (tails.symmetric()) return labelled("tails", tail_text(tails.below, u), kLabel, style);
    return labelled("tails", "y-f -> +inf: " + tail_text(tails.below, u), kLabel, style) +
           labelled("", "y-f -> -inf: " + tail_text(tails.above, u), kLabel, style);
  }
  return labelled("tails", "f -> -inf: " + tail_text(tails.below, "|f|"), kLabel, style) +
         labelled("", "f -> +inf: " + tail_text(tails.above, "|f|"), kLabel, style);
}

std::string omega_block(const LikelihoodSummary& summary) {
  std::string out =
      fmt::format("{:<{}}{:>8}{:>14}{:>14}\n", "omega given c", kLabel, "c", "mean", "variance");
  for (const OmegaFact& fact : summary.omega) {
    out += fmt::format("{:<{}}{:>8}{:>14}{:>14}\n", "", kLabel, short_number(fact.c),
                       fmt::format("{:.6g}", fact.mean), fmt::format("{:.6g}", fact.variance));
  }
  return out;
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return "made in less than 1 ms";
  return seconds < 1.0 ? fmt::format("made in {:.0f} ms", 1e3 * seconds)
                       : fmt::format("made in {:.2f} s", seconds);
}

std::string sampler_block(const SamplerFact& sampler, const TextStyle& style) {
  if (!sampler.certificate) {
    return labelled("sampler", "none: " + sampler.refusal, kLabel, style, Emphasis::doubtful) +
           labelled("", "(Gibbs sampling is not available; variational inference is)", kLabel,
                    style);
  }
  return labelled("sampler", sampler.certificate->text(), kLabel, style) +
         labelled("", duration(sampler.seconds), kLabel, style);
}

// "C = 0.1875, g = 0, h^2 = 0.25*(f - 1)^2"
std::string terms_text(const Terms<double>& terms) {
  std::string centred = "f^2";
  if (terms.centre != 0.0) {
    centred = fmt::format("(f {} {})^2", terms.centre > 0.0 ? "-" : "+",
                          short_number(std::abs(terms.centre)));
  }
  std::string text = fmt::format("C = {}, g = {}, h^2 = {}", short_number(std::exp(terms.log_c())),
                                 short_number(terms.g), centred);
  if (terms.gamma != 1.0) text.insert(text.find("h^2 = ") + 6, short_number(terms.gamma) + "*");
  if (terms.offset != 0.0) text += " + " + short_number(terms.offset);
  return text;
}

std::string observation(const LikelihoodSummary& summary) {
  std::string text = "y = " + to_text(summary.row.y);
  if (summary.domain == Domain::successes) text += ", trials = " + to_text(summary.row.trials);
  return text;
}

}  // namespace

std::string domain_name(Domain domain) {
  switch (domain) {
    case Domain::real:
      return "real";
    case Domain::label:
      return "label";
    case Domain::count:
      return "count";
    case Domain::successes:
      return "successes";
  }
  return "";
}

std::string verdict_name(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::proven:
      return "proven";
    case Verdict::Kind::not_refuted:
      return "not refuted";
    case Verdict::Kind::refuted:
      return "refuted";
  }
  return "";
}

std::string certificate_name(Certificate::Kind kind) {
  switch (kind) {
    case Certificate::Kind::exact:
      return "exact";
    case Certificate::Kind::table:
      return "table";
    case Certificate::Kind::inversion:
      return "inversion";
  }
  return "";
}

std::string likelihood_text(const LikelihoodSummary& summary, const TextStyle& style) {
  std::string out = heading(summary, style);
  if (!summary.formula.empty()) out += labelled("p(y|f)", summary.formula, kLabel, style);
  // The domain of a density that was refused may never have been found.
  if (summary.complete()) out += labelled("y", to_text(summary.domain), kLabel, style);
  if (!summary.phi.empty()) out += labelled("phi(r)", summary.phi, kLabel, style);
  for (std::size_t k = 0; k < summary.parameters.size(); ++k) {
    const ParameterFact& parameter = summary.parameters[k];
    if (parameter.meaning.empty()) continue;
    out += labelled(
        k == 0 ? "parameters" : "",
        fmt::format("{} = {}: {}", parameter.name, to_text(parameter.value), parameter.meaning),
        kLabel, style);
  }
  out += "\n";
  if (summary.verdict) out += verdict_block(*summary.verdict, style);
  if (!summary.refusal.empty()) {
    out += labelled("refused", summary.refusal, kLabel, style, Emphasis::bad);
  }
  if (!summary.complete()) return out;
  out += normalisation_block(summary, style);
  out += labelled("terms", fmt::format("{} at {}", terms_text(summary.terms), observation(summary)),
                  kLabel, style);
  if (summary.power != 1.0) {
    out += labelled("", fmt::format("phi is raised to the power {} there", to_text(summary.power)),
                    kLabel, style);
  }
  out += tail_block(summary, style);
  out += "\n" + omega_block(summary);
  out += "\n" + sampler_block(summary.sampler, style);
  return out;
}

}  // namespace phigp
