// Settings as text, the other way round than set().
#include <fmt/format.h>

#include "phigp/base/error.h"
#include "phigp/model/fit_settings.h"

namespace phigp {

namespace {

std::string flag(bool value) { return value ? "true" : "false"; }

template <class List, class Text>
std::string joined(const List& list, const Text& text) {
  std::string out;
  for (const auto& part : list) out += (out.empty() ? "" : ",") + text(part);
  return out;
}

}  // namespace

std::string setting_text(const FitSettings& settings, const std::string& name) {
  const LikelihoodSpec& likelihood = settings.likelihood;
  if (name == "target") return settings.target;
  if (name == "features") return joined(settings.features, [](const auto& part) { return part; });
  if (name == "weights") return settings.weights;
  if (name == "offset") return settings.offset;
  if (name == "trials") return settings.trials;
  if (name == "impute") return flag(settings.impute);
  if (name == "standardise") return flag(settings.standardise);
  if (name == "likelihood") return likelihood.name;
  if (name == "phi") return likelihood.phi;
  if (name == "link") return name_of(likelihood.link);
  if (name == "density") return likelihood.density;
  if (name == "domain") return likelihood.domain ? name_of(*likelihood.domain) : "";
  if (name == "parameters") {
    return joined(likelihood.parameters,
                  [](const auto& part) { return part.first + "=" + to_text(part.second); });
  }
  if (name == "kernel") return settings.kernel;
  if (name == "mean") return settings.mean;
  if (name == "prior") {
    return joined(settings.priors,
                  [](const auto& part) { return part.pattern + "=" + part.law.text(); });
  }
  if (name == "inference") return settings.inference;
  if (name == "inducing") return std::to_string(settings.inducing);
  if (name == "inducing-by") return settings.inducing_by;
  if (name == "inducing-file") return settings.inducing_file;
  if (name == "move-inducing") return settings.move_inducing;
  if (name == "precision") return settings.precision;
  if (name == "optimize") return flag(settings.optimize);
  if (name == "iterations") return std::to_string(settings.iterations);
  if (name == "tolerance") return to_text(settings.tolerance);
  if (name == "time-limit") return to_text(settings.time_limit);
  if (name == "restarts") return std::to_string(settings.restarts);
  if (name == "refine") return flag(settings.refine);
  if (name == "seed") return std::to_string(settings.seed);
  if (name == "threads") return std::to_string(settings.threads);
  throw InvalidInput("setting " + name, "", "is not known");
}

std::vector<SettingText> setting_texts(const FitSettings& settings) {
  std::vector<SettingText> texts;
  for (const SettingInfo& info : fit_setting_table())
    texts.push_back({info.name, setting_text(settings, info.name)});
  return texts;
}

}  // namespace phigp
