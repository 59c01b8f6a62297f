#include "phigp/report/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/report/json_number.h"

namespace phigp {

namespace {

using Json = nlohmann::json;
constexpr std::size_t kLabel = 14;

Json number(double value) { return number_or_null<Json>(value); }

Json spread_json(const RowSpread& spread) {
  return {{"least", number(spread.least)},
          {"median", number(spread.median)},
          {"most", number(spread.most)}};
}

std::string defined(double value, int digits) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}g}", value, digits);
}
std::string decimals(double value, int count) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, count);
}

std::size_t name_width(const Comparison& comparison) {
  std::size_t width = 8;
  for (const ComparedSampler& sampler : comparison.samplers)
    width = std::max(width, sampler.method.name.size());
  for (const ComparedApproximation& other : comparison.approximations)
    width = std::max(width, other.method.name.size());
  return width + 2;
}

std::string agreement_text(const ComparedSampler& sampler, const Comparison& comparison) {
  if (sampler.method.name == comparison.reference) return "reference";
  if (!sampler.converged) return "not converged";
  return fmt::format("{:.1f} / {:.1f}", sampler.agreement->mean, sampler.agreement->sd);
}

std::string samplers_text(const Comparison& comparison, std::size_t width) {
  std::string out = fmt::format("\n{:<{}}{:>7}{:>11}{:>8}{:>8}{:>9}{:>9}{:>11}{:>11}  {}\n",
                                "sampler", width, "draws", "ms/draw", "lag 1", "R-hat", "bulk",
                                "tail", "ESS/s f", "ESS/s f2", "agrees");
  for (const ComparedSampler& s : comparison.samplers) {
    if (!s.refused.empty()) {
      out += fmt::format("{:<{}}  {}\n", s.method.name, width, s.refused);
      continue;
    }
    out += fmt::format("{:<{}}{:>7}{:>11}{:>8}{:>8}{:>9}{:>9}{:>11}{:>11}  {}\n", s.method.name,
                       width, s.draws, defined(1e3 * s.seconds_per_draw, 4),
                       decimals(s.autocorrelation.size() > 0 ? s.autocorrelation[0] : NAN, 3),
                       decimals(s.r_hat.most, 3), decimals(s.bulk.least, 0),
                       decimals(s.tail.least, 0), defined(s.per_second(s.mean).median, 4),
                       defined(s.per_second(s.square).median, 4), agreement_text(s, comparison));
  }
  return out +
         "draws: of each chain; ms/draw and ESS/s by processor time, without warm-up; lag 1: mean "
         "over "
         "rows;\nR-hat, bulk and tail: the worst row; ESS/s: the median row; agrees: largest "
         "difference "
         "of means / sds\nfrom the reference, in standard errors\n";
}

std::string approximations_text(const Comparison& comparison, std::size_t width) {
  std::string out = fmt::format("\n{:<{}}{:>10}{:>18}{:>12}{:>12}{:>16}\n", "approximation", width,
                                "seconds", "log evidence", "iterations", "mean error", "sd ratio");
  std::string note;
  for (const ComparedApproximation& a : comparison.approximations) {
    if (!a.refused.empty()) {
      out += fmt::format("{:<{}}  {}\n", a.method.name, width, a.refused);
      continue;
    }
    if (a.effective_particles)
      note += fmt::format("{}: {:.1f} of {} particles count\n", a.method.name,
                          *a.effective_particles, comparison.settings.particles);
    if (a.stop == to_text(Stop::iteration_limit))
      note += fmt::format("{}: not converged, ended by its limit of iterations\n", a.method.name);
    const std::string evidence =
        a.standard_error ? fmt::format("{:.3f}±{:.3f}", a.log_evidence, *a.standard_error)
                         : decimals(a.log_evidence, 3);
    out += fmt::format(
        "{:<{}}{:>10}{:>18}{:>12}{:>12}{:>16}\n", a.method.name, width, defined(a.seconds, 3),
        evidence, a.iterations, a.mean_error ? fmt::format("{:.3f}", *a.mean_error) : "-",
        a.sd_ratio ? fmt::format("{:.3f} … {:.3f}", a.sd_ratio->least, a.sd_ratio->most) : "-");
  }
  out +=
      "log evidence: a lower bound for the vi methods, an estimate for the others; mean error: the "
      "largest over rows,\nin standard deviations of the reference sampler; sd ratio: "
      "approximation over reference, over rows\n";
  if (const auto& error = comparison.reference_error) {
    out += fmt::format(
        "the reference itself has standard errors of up to {:.3f} (means) and {:.3f} (sds)\n",
        error->mean, error->sd);
  }
  return out + note;
}

Json rows_json(const RowMoments& moments) {
  const auto list = [](const Vector& values) {
    Json out = Json::array();
    for (const double value : values) out.push_back(number(value));
    return out;
  };
  return {{"mean", list(moments.mean)},
          {"sd", list(moments.sd)},
          {"mean_error", list(moments.mean_error)},
          {"sd_error", list(moments.sd_error)}};
}

Json sampler_json(const ComparedSampler& s, bool rows) {
  if (!s.refused.empty())
    return {{"name", s.method.name}, {"meaning", s.method.meaning}, {"refused", s.refused}};
  Json lags = Json::array();
  for (const double value : s.autocorrelation) lags.push_back(number(value));
  Json object{{"name", s.method.name},
              {"meaning", s.method.meaning},
              {"chains", s.chains},
              {"draws", s.draws},
              {"seconds_setup", number(s.seconds_setup)},
              {"seconds_per_draw", number(s.seconds_per_draw)},
              {"autocorrelation", lags},
              {"r_hat", spread_json(s.r_hat)},
              {"ess_bulk", spread_json(s.bulk)},
              {"ess_tail", spread_json(s.tail)},
              {"ess_mean", spread_json(s.mean)},
              {"ess_square", spread_json(s.square)},
              {"ess_mean_per_second", spread_json(s.per_second(s.mean))},
              {"ess_square_per_second", spread_json(s.per_second(s.square))},
              {"converged", s.converged},
              {"acceptance", number(s.acceptance)},
              {"evaluations", number(s.evaluations)},
              {"step_size", number(s.step_size)},
              {"divergences", s.divergences},
              {"engine", s.engine},
              {"seconds_omega", number(s.seconds_omega)}};
  if (s.agreement)
    object["agreement"] = {{"mean", number(s.agreement->mean)}, {"sd", number(s.agreement->sd)}};
  if (rows) object["rows"] = rows_json(s.moments);
  return object;
}

Json approximation_json(const ComparedApproximation& a) {
  Json object{{"name", a.method.name}, {"meaning", a.method.meaning}};
  if (!a.refused.empty()) {
    object["refused"] = a.refused;
    return object;
  }
  object["seconds"] = number(a.seconds);
  object["log_evidence"] = number(a.log_evidence);
  object["iterations"] = a.iterations;
  if (!a.stop.empty()) object["stop"] = a.stop;
  if (a.standard_error) object["standard_error"] = number(*a.standard_error);
  if (a.effective_particles) object["effective_particles"] = number(*a.effective_particles);
  if (a.original_bound) object["original_bound"] = number(*a.original_bound);
  if (a.gap) object["gap"] = number(*a.gap);
  if (a.mean_error) object["mean_error"] = number(*a.mean_error);
  if (a.sd_ratio) object["sd_ratio"] = spread_json(*a.sd_ratio);
  return object;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const TextStyle& style) {
  const auto line = [&](const char* label, const std::string& text,
                        Emphasis emphasis = Emphasis::none) {
    return labelled(label, text, kLabel, style, emphasis);
  };
  std::string out = line("rows", std::to_string(comparison.rows)) +
                    line("likelihood", comparison.likelihood) + line("kernel", comparison.kernel);
  if (comparison.stop == Stop::stopped)
    out +=
        line("stopped", "the last method is cut short, later ones are missing", Emphasis::doubtful);
  const std::size_t width = name_width(comparison);
  if (!comparison.samplers.empty()) {
    out += line("chains", fmt::format("{}, warm-up {}", comparison.settings.chains,
                                      comparison.settings.warm_up));
    if (comparison.reference.empty())
      out += line("reference", "none: no sampler has R-hat of at most 1.01 at every row",
                  Emphasis::bad);
    out += samplers_text(comparison, width);
  }
  if (!comparison.approximations.empty()) out += approximations_text(comparison, width + 7);
  return out;
}

std::string comparison_json(const Comparison& comparison, bool rows) {
  Json samplers = Json::array();
  for (const ComparedSampler& sampler : comparison.samplers)
    samplers.push_back(sampler_json(sampler, rows));
  Json approximations = Json::array();
  for (const ComparedApproximation& approximation : comparison.approximations)
    approximations.push_back(approximation_json(approximation));
  const CompareSettings& settings = comparison.settings;
  Json object{{"rows", comparison.rows},
              {"likelihood", comparison.likelihood},
              {"kernel", comparison.kernel},
              {"chains", settings.chains},
              {"warm_up", settings.warm_up},
              {"thin", settings.thin},
              {"draws", settings.draws},
              {"seconds", settings.seconds},
              {"particles", settings.particles},
              {"temperatures", settings.temperatures},
              {"seed", settings.seed},
              {"seconds_variational", number(comparison.seconds_variational)},
              {"reference", nullptr},
              {"stopped", comparison.stop == Stop::stopped},
              {"samplers", samplers},
              {"approximations", approximations}};
  if (!comparison.reference.empty()) object["reference"] = comparison.reference;
  if (const auto& error = comparison.reference_error)
    object["reference_error"] = {{"mean", number(error->mean)}, {"sd", number(error->sd)}};
  return object.dump(2) + "\n";
}

}  // namespace phigp
