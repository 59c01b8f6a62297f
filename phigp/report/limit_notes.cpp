#include "phigp/report/limit_notes.h"

#include <algorithm>
#include <cmath>

#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

// What an ordinary value of a parameter would be: learning goes a factor of 1e5 from there, so that
// any guess tells the two ends apart.
struct Ordinary {
  double length = 1.0;
  double of_y = 1.0;
};

Ordinary ordinary_sizes(const FittedModel& model) {
  Ordinary sizes;
  const TrainingSet& training = model.training();
  const Points& X = model.sparse() && training.X.rows() == 0 ? model.sparse()->Z : training.X;
  double widest = 0.0;
  for (Eigen::Index j = 0; j < X.cols() && X.rows() > 0; ++j)
    widest = std::max(widest, X.col(j).maxCoeff() - X.col(j).minCoeff());
  if (widest > 0.0) sizes.length = widest;
  if (model.encoding().domain != Domain::real || training.rows.empty()) return sizes;
  const auto by_y = [](const Row& a, const Row& b) { return a.y < b.y; };
  const auto [least, most] = std::minmax_element(training.rows.begin(), training.rows.end(), by_y);
  if (most->y > least->y) sizes.of_y = most->y - least->y;
  return sizes;
}

struct Meaning {
  bool large = false;
  std::string text;
};

bool is_noise_scale(const ParameterSpec& spec) {
  return spec.meaning.find("scale") != std::string::npos ||
         spec.meaning.find("deviation") != std::string::npos;
}

Meaning of_kernel(const std::string& name, double value, const Ordinary& ordinary) {
  if (name.find(".lengthscale") != std::string::npos) {
    const bool large = value > ordinary.length;
    return {large, large ? "f hardly depends on the feature"
                         : "what f is at one row says nothing about the next"};
  }
  if (name.ends_with(".variance")) {
    const bool large = value > ordinary.of_y * ordinary.of_y;
    return {large, large ? "f may be far larger than any target" : "its term is switched off"};
  }
  if (name.ends_with(".alpha")) {
    return {value > 1.0, value > 1.0 ? "the kernel has become rbf"
                                     : "the kernel mixes lengthscales of every size"};
  }
  return {value > ordinary.length, ""};
}

Meaning of_likelihood(const ParameterSpec& spec, double value, Domain domain,
                      const Ordinary& ordinary) {
  if (spec.name == "nu" && domain == Domain::real)
    return {value > 1.0, value > 1.0 ? "the noise has become Gaussian"
                                     : "the noise has become as heavy-tailed as it can be"};
  if (domain == Domain::real && is_noise_scale(spec)) {
    const bool large = value > ordinary.of_y;
    return {large, large ? "everything is taken for noise"
                         : "no noise is left and the model interpolates its rows"};
  }
  return {value > 1.0, ""};
}

}  // namespace

std::vector<std::string> limit_notes(const FittedModel& model) {
  const std::vector<std::string>& at_limit = model.report().at_limit;
  const Ordinary ordinary = ordinary_sizes(model);
  const Likelihood& likelihood = *model.values().likelihood;
  const std::vector<ParameterSpec>& specs = likelihood.parameter_specs();
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<double> values = model.values().kernel->parameters();
  const std::vector<std::string> features = model.encoding().features.feature_names();
  std::vector<std::pair<std::string, std::string>> notes;  // what is said, of which parameters
  for (const std::string& name : at_limit) {
    Meaning meaning;
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) {
      meaning = of_kernel(name, values[static_cast<std::size_t>(at - names.begin())], ordinary);
    } else {
      for (std::size_t k = 0; k < specs.size(); ++k)
        if (specs[k].name == name)
          meaning =
              of_likelihood(specs[k], likelihood.parameters()[k], likelihood.domain(), ordinary);
    }
    // Of what nobody knows a meaning, nor an ordinary size.
    const std::string said = meaning.text.empty()
                                 ? "as far as learning goes"
                                 : std::string(meaning.large ? "as large" : "as small") +
                                       " as learning goes: " + meaning.text;
    const auto same = std::find_if(notes.begin(), notes.end(),
                                   [&](const auto& note) { return note.first == said; });
    if (same == notes.end()) {
      notes.emplace_back(said, with_feature_name(name, features));
    } else {
      same->second += ", " + with_feature_name(name, features);
    }
  }
  std::vector<std::string> out;
  for (const auto& [said, of] : notes) out.push_back(of + ": " + said);
  return out;
}

}  // namespace phigp
