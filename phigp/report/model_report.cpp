#include "phigp/report/model_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/report/json_number.h"
#include "phigp/report/limit_notes.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kLabel = 14;
using Json = nlohmann::json;

Json number(double value) { return number_or_text<Json>(value); }

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
                         label_name(encoding.labels.negative),
                         label_name(encoding.labels.positive));
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

// The bound that each starting point led to; the gain of the best over the usual one.
std::string starts_text(const std::vector<double>& bounds, bool with_prior) {
  std::string text;
  double best = bounds.front();
  for (const double bound : bounds) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        std::isfinite(bound) ? fmt::format("{:.2f}", bound) : "failed");
    best = std::max(best, bound);
  }
  return fmt::format("bounds{} {}: {:.2f} gained over the first",
                     with_prior ? " with the log prior" : "", text, best - bounds.front());
}

Json numbers_json(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(number(value));
  return array;
}

Json cells_json(const std::vector<CellCount>& counts) {
  Json object = Json::object();
  for (const CellCount& count : counts) object[count.column] = count.cells;
  return object;
}

// A fit that was stopped has looked at some of its rows at the end.
std::string estimate_text(const FitReport& report) {
  if (report.stages.empty() || report.stages.back().rows >= report.rows) return "";
  return fmt::format("; estimated from {} rows", report.stages.back().rows);
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
  std::string rows = fmt::format("{}, {} features", report.rows, model.encoding().features.width());
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
  out += line("bound", fmt::format("{:.4f} ({:.4f} before learning{})", report.elbo,
                                   report.first_elbo, estimate_text(report)));
  if (const auto& prior = report.log_prior) {
    out += line("with prior",
                fmt::format("{:.4f} ({:.4f} before learning): bound and log prior, which learning "
                            "raises",
                            report.elbo + prior->reached, report.first_elbo + prior->first));
  }
  if (!report.start_bounds.empty())
    out += line("starts", starts_text(report.start_bounds, report.log_prior.has_value()));
  if (const auto& refined = report.refinement) {
    out += line("refined bound", fmt::format("{:.4f} ({:.4f} of the same model before refining)",
                                             refined->refined_elbo, refined->original_elbo));
  }
  out += line("engine", report.engine);
  for (const FitStage& stage : report.stages)
    out += line("", fmt::format("{}: {} rows, {} iterations, {:.2f} s", stage.name, stage.rows,
                                stage.iterations, stage.seconds));
  out += line("inference",
              fmt::format("{} learning steps, then {} of coordinate ascent: {}; {:.2f} s",
                          report.learning_steps, report.ascent_iterations, to_text(report.stop),
                          report.seconds),
              ended_well(report.stop) ? Emphasis::none : Emphasis::doubtful);
  if (const auto& refined = report.refinement) {
    out += line("refinement",
                fmt::format("{} steps: {}; {:.2f} s of these", refined->steps,
                            to_text(refined->stop), refined->seconds),
                refined->stop == Stop::converged ? Emphasis::none : Emphasis::doubtful);
  }
  for (const std::string& note : limit_notes(model)) out += line("at limit", note);
  if (report.jitter > 0.0)
    out += line("jitter", short_number(report.jitter) + " of the diagonal", Emphasis::doubtful);
  const double rounding = 1e-9 * (std::abs(report.elbo) + static_cast<double>(report.rows));
  const double fall =
      std::max(report.largest_fall, report.refinement ? report.refinement->largest_fall : 0.0);
  if (fall > rounding)
    out += line("bound fell", "by " + short_number(fall) + " in an iteration, which it should not",
                Emphasis::bad);
  return out;
}

std::string model_json(const FittedModel& model) {
  const FitReport& report = model.report();
  Json kernel = Json::object();
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<double> values = model.values().kernel->parameters();
  for (std::size_t k = 0; k < names.size(); ++k) kernel[names[k]] = number(values[k]);
  Json object{{"target", model.encoding().target},
              {"engine", report.engine},
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
              {"start_bounds", numbers_json(report.start_bounds)},
              {"at_limit", report.at_limit},
              {"learning_steps", report.learning_steps},
              {"ascent_iterations", report.ascent_iterations},
              {"stop", to_text(report.stop)},
              {"jitter", number(report.jitter)},
              {"largest_fall", number(report.largest_fall)},
              {"seconds", number(report.seconds)}};
  if (const auto& prior = report.log_prior) {
    object["log_prior"] = number(prior->reached);
    object["first_log_prior"] = number(prior->first);
  }
  if (const auto& refined = report.refinement) {
    object["original_elbo"] = number(refined->original_elbo);
    object["refined_elbo"] = number(refined->refined_elbo);
    object["refinement"] = {{"steps", refined->steps},
                            {"stop", to_text(refined->stop)},
                            {"largest_fall", number(refined->largest_fall)},
                            {"seconds", number(refined->seconds)}};
  }
  if (!report.curve.step.empty())
    object["curve"] = {{"step", report.curve.step},
                       {"seconds", numbers_json(report.curve.seconds)},
                       {"bound", numbers_json(report.curve.bound)},
                       {"held_out_density", numbers_json(report.curve.held_out_density)}};
  for (const FitStage& stage : report.stages)
    object["stages"].push_back({{"name", stage.name},
                                {"rows", stage.rows},
                                {"iterations", stage.iterations},
                                {"seconds", number(stage.seconds)}});
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
    out += fmt::format("{:<28}{:>12}", title, score_text(entry.value));
    // One row has none; what follows stays in its column.
    const bool has_error = entry.standard_error && std::isfinite(*entry.standard_error);
    if (entry.standard_error)
      out += fmt::format("{:>12}", has_error ? score_text(*entry.standard_error) : "");
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

}  // namespace phigp
