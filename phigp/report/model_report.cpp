#include "phigp/report/model_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kLabel = 14;
using Json = nlohmann::json;

// JSON has no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(to_text(value)); }

std::string parameters_text(const FittedModel& model) {
  const Likelihood& likelihood = *model.values().likelihood;
  std::string text;
  const std::vector<ParameterSpec>& specs = likelihood.parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", specs[k].name,
                        short_number(likelihood.parameters()[k]));
  }
  return text;
}

// "rbf.lengthscale[2]" as "rbf.lengthscale[age]".
std::string with_feature_name(const std::string& name, const std::vector<std::string>& features) {
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || name.back() != ']') return name;
  std::size_t index = 0;
  const char* end = name.data() + name.size() - 1;
  const auto [stop, error] = std::from_chars(name.data() + open + 1, end, index);
  if (error != std::errc{} || stop != end || index >= features.size()) return name;
  return fmt::format("{}[{}]", name.substr(0, open), features[index]);
}

std::string kernel_text(const FittedModel& model) {
  std::string text;
  const std::vector<std::string> features = model.encoding().features.feature_names();
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<double> values = model.values().kernel->parameters();
  for (std::size_t k = 0; k < names.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : "\n", with_feature_name(names[k], features),
                        short_number(values[k]));
  }
  return text;
}

std::string target_text(const DataEncoding& encoding) {
  switch (encoding.domain) {
    case Domain::label:
      return fmt::format("{}: {} (-1) or {} (+1)", encoding.target,
                         encoding.labels.negative.value_or("not seen"),
                         encoding.labels.positive.value_or("not seen"));
    case Domain::real:
      return fmt::format("{}: a number, mean {}, standard deviation {}", encoding.target,
                         short_number(encoding.response.centre),
                         short_number(encoding.response.scale));
    default:
      return fmt::format("{}: {}", encoding.target, to_text(encoding.domain));
  }
}

std::string cells_text(const std::vector<CellCount>& counts) {
  std::string text;
  for (const CellCount& count : counts)
    text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", count.cells, count.column);
  return text;
}

Json cells_json(const std::vector<CellCount>& counts) {
  Json object = Json::object();
  for (const CellCount& count : counts) object[count.column] = count.cells;
  return object;
}

}  // namespace

std::string model_text(const FittedModel& model, const TextStyle& style) {
  const FitReport& report = model.report();
  const Likelihood& likelihood = *model.values().likelihood;
  const auto line = [&](const char* label, const std::string& text,
                        Emphasis emphasis = Emphasis::none) {
    return labelled(label, text, kLabel, style, emphasis);
  };
  std::string out = line("target", target_text(model.encoding()));
  std::string rows = fmt::format("{}, {} features", report.rows, model.training().X.cols());
  if (report.missing_targets > 0)
    rows += fmt::format("; {} without a target left out", report.missing_targets);
  out += line("rows", rows);
  if (!report.imputed.empty())
    out += line("imputed", cells_text(report.imputed) + " cells", Emphasis::doubtful);
  for (const std::string& name : model.encoding().features.constant_columns())
    out += line("note", "column " + name + " is constant", Emphasis::doubtful);
  out += line("likelihood", likelihood.name() + (likelihood.parameters().empty() ? "" : "   ") +
                                parameters_text(model));
  out += line("kernel", kernel_text(model));
  const std::vector<double>& mean = model.values().mean.coefficients();
  std::string mean_text = to_text(model.values().mean.kind());
  for (std::size_t k = 0; k < mean.size(); ++k)
    mean_text += fmt::format("{}{}", k == 0 ? "   " : ", ", short_number(mean[k]));
  out += line("mean", mean_text);
  out +=
      line("bound", fmt::format("{:.4f} ({:.4f} before learning)", report.elbo, report.first_elbo));
  out += line("inference",
              fmt::format("{} learning steps, then {} of coordinate ascent: {}; {:.2f} s",
                          report.learning_steps, report.ascent_iterations, to_text(report.stop),
                          report.seconds),
              report.stop == Stop::converged ? Emphasis::none : Emphasis::doubtful);
  if (report.jitter > 0.0)
    out += line("jitter", short_number(report.jitter) + " of the diagonal", Emphasis::doubtful);
  const double rounding = 1e-9 * (std::abs(report.elbo) + static_cast<double>(report.rows));
  if (report.largest_fall > rounding)
    out += line("bound fell",
                "by " + short_number(report.largest_fall) + " in an iteration, which it should not",
                Emphasis::bad);
  return out;
}

std::string model_json(const FittedModel& model) {
  const FitReport& report = model.report();
  Json kernel = Json::object();
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<double> values = model.values().kernel->parameters();
  for (std::size_t k = 0; k < names.size(); ++k) kernel[names[k]] = number(values[k]);
  const Json object{{"target", model.encoding().target},
                    {"rows", report.rows},
                    {"missing_targets", report.missing_targets},
                    {"imputed", cells_json(report.imputed)},
                    {"features", model.encoding().features.feature_names()},
                    {"likelihood", Json::parse(model.likelihood_spec().to_json())},
                    {"kernel", {{"text", model.values().kernel->text()}, {"parameters", kernel}}},
                    {"mean",
                     {{"kind", to_text(model.values().mean.kind())},
                      {"coefficients", model.values().mean.coefficients()}}},
                    {"elbo", number(report.elbo)},
                    {"first_elbo", number(report.first_elbo)},
                    {"learning_steps", report.learning_steps},
                    {"ascent_iterations", report.ascent_iterations},
                    {"stop", to_text(report.stop)},
                    {"jitter", number(report.jitter)},
                    {"largest_fall", number(report.largest_fall)},
                    {"seconds", number(report.seconds)}};
  return object.dump(2) + "\n";
}

std::string evaluation_text(const Evaluation& evaluation, const TextStyle& style) {
  std::string out = labelled("rows", std::to_string(evaluation.rows), kLabel, style);
  if (evaluation.missing > 0)
    out += labelled("no target", std::to_string(evaluation.missing), kLabel, style);
  if (!evaluation.unseen.empty())
    out += labelled("unseen", cells_text(evaluation.unseen) + " cells with a new category", kLabel,
                    style, Emphasis::doubtful);
  out += fmt::format("\n{:<28}{:>12}{:>12}\n", "score", "value", "std. error");
  for (const ScoreEntry& entry : evaluation.scores) {
    std::string title(describe(entry.score).title);
    if (entry.level) title += fmt::format(" of {:g} % interval", 100.0 * *entry.level);
    out += fmt::format("{:<28}{:>12.4f}", title, entry.value);
    if (entry.standard_error) out += fmt::format("{:>12.4f}", *entry.standard_error);
    if (entry.p_value) out += fmt::format("   p = {}", short_number(*entry.p_value));
    out += "\n";
  }
  return out;
}

std::string evaluation_json(const Evaluation& evaluation) {
  Json scores = Json::object();
  for (const ScoreEntry& entry : evaluation.scores) {
    Json value{{"value", number(entry.value)}};
    if (entry.standard_error) value["standard_error"] = number(*entry.standard_error);
    if (entry.level) value["level"] = number(*entry.level);
    if (entry.p_value) value["p_value"] = number(*entry.p_value);
    scores[entry.key()] = std::move(value);
  }
  const Json object{{"rows", evaluation.rows},
                    {"missing", evaluation.missing},
                    {"unseen", cells_json(evaluation.unseen)},
                    {"scores", scores}};
  return object.dump(2) + "\n";
}

namespace {

std::string parameter_table(const std::vector<SampledParameter>& parameters) {
  std::size_t width = 9;
  for (const SampledParameter& parameter : parameters)
    width = std::max(width, parameter.name.size());
  std::string out =
      fmt::format("\n{:<{}}{:>11}{:>11}{:>11}{:>11}{:>8}{:>7}{:>7}   prior\n", "parameter", width,
                  "mean", "sd", "5 %", "95 %", "R-hat", "bulk", "tail");
  for (const SampledParameter& parameter : parameters) {
    const ChainSummary& s = parameter.summary;
    out += fmt::format("{:<{}}{:>11.4g}{:>11.4g}{:>11.4g}{:>11.4g}{:>8.3f}{:>7.0f}{:>7.0f}   {}\n",
                       parameter.name, width, s.mean, s.sd, s.lower, s.upper, s.r_hat,
                       s.bulk_effective_size, s.tail_effective_size, parameter.prior);
  }
  return out;
}

Json parameters_json(const std::vector<SampledParameter>& parameters) {
  Json object = Json::object();
  for (const SampledParameter& parameter : parameters) {
    const ChainSummary& s = parameter.summary;
    object[parameter.name] = {{"prior", parameter.prior},
                              {"mean", number(s.mean)},
                              {"mcse", number(s.mean_error)},
                              {"sd", number(s.sd)},
                              {"q0.05", number(s.lower)},
                              {"median", number(s.median)},
                              {"q0.95", number(s.upper)},
                              {"r_hat", number(s.r_hat)},
                              {"ess_bulk", number(s.bulk_effective_size)},
                              {"ess_tail", number(s.tail_effective_size)}};
  }
  return object;
}

}  // namespace

std::string sample_text(const SampleResult& result, const TextStyle& style) {
  const auto line = [&](const char* label, const std::string& text,
                        Emphasis emphasis = Emphasis::none) {
    return labelled(label, text, kLabel, style, emphasis);
  };
  const ConvergenceReport& convergence = result.convergence;
  const double sweeps = static_cast<double>(result.chains) * result.draws;
  std::string out = line("draws", fmt::format("{} chains of {}{}", result.chains, result.draws,
                                              result.stop == Stop::stopped ? ", stopped" : ""));
  out += line("omega", result.omega.text());
  if (result.parameters.empty()) {
    out +=
        line("latent", fmt::format("conjugate gradients, {:.1f} iterations per solve; {} draws by "
                                   "factorisation",
                                   result.iterations_per_draw, result.fallbacks));
  } else {
    out += line("kernel", fmt::format("{:.1f} factorisations per sweep for its parameters",
                                      result.evaluations_per_sweep));
  }
  if (result.refused > 0)
    out += line("refused",
                fmt::format("{} places where a density could not be computed were not visited",
                            result.refused),
                Emphasis::doubtful);
  out += line("R-hat", fmt::format("at most {:.4f}", convergence.largest_r_hat));
  out += line("ESS", fmt::format("bulk at least {:.0f}, tail at least {:.0f}, of {:.0f} draws",
                                 convergence.least_bulk_effective_size,
                                 convergence.least_tail_effective_size, sweeps));
  out += line("converged", convergence.converged ? "yes" : "no",
              convergence.converged ? Emphasis::good : Emphasis::bad);
  for (const std::string& warning : convergence.warnings)
    out += line("", "- " + warning, Emphasis::doubtful);
  out += line("time", fmt::format("{:.2f} s to set up, {:.2f} s to sample", result.seconds_setup,
                                  result.seconds));
  if (!result.parameters.empty()) out += parameter_table(result.parameters);
  return out;
}

std::string sample_json(const SampleResult& result) {
  const ConvergenceReport& convergence = result.convergence;
  const Json object{{"chains", result.chains},
                    {"draws", result.draws},
                    {"stop", to_text(result.stop)},
                    {"omega", result.omega.text()},
                    {"iterations_per_solve", result.iterations_per_draw},
                    {"fallbacks", result.fallbacks},
                    {"evaluations_per_sweep", number(result.evaluations_per_sweep)},
                    {"refused", result.refused},
                    {"parameters", parameters_json(result.parameters)},
                    {"largest_r_hat", number(convergence.largest_r_hat)},
                    {"least_bulk_ess", number(convergence.least_bulk_effective_size)},
                    {"least_tail_ess", number(convergence.least_tail_effective_size)},
                    {"converged", convergence.converged},
                    {"warnings", convergence.warnings},
                    {"seconds_setup", number(result.seconds_setup)},
                    {"seconds", number(result.seconds)},
                    {"file", result.file}};
  return object.dump(2) + "\n";
}

}  // namespace phigp
