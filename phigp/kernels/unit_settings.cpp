#include "phigp/kernels/unit_settings.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

template <class Values, class Print>
std::string list_text(const Values& values, Print print) {
  std::string text = "[";
  for (const auto& value : values) text += (text.size() > 1 ? "," : "") + print(value);
  return text + "]";
}

}  // namespace

std::string text_of(const UnitSettings& settings) {
  std::vector<std::string> arguments;
  if (settings.ard) arguments.emplace_back("ard");
  if (settings.ard) {
    arguments.push_back("lengthscale=" + list_text(settings.lengthscales, to_text));
  } else if (!settings.lengthscales.empty()) {
    arguments.push_back("lengthscale=" + to_text(settings.lengthscales.front()));
  }
  if (settings.kind->has_alpha) arguments.push_back("alpha=" + to_text(settings.alpha));
  if (settings.kind->has_period) arguments.push_back("period=" + to_text(settings.period));
  if (!settings.all_active) {
    const auto print = [](Eigen::Index k) { return std::to_string(k); };
    arguments.push_back("dims=" + list_text(settings.active, print));
  }
  std::string text = settings.kind->name;
  for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "(" : ", ") + arguments[i];
  return arguments.empty() ? text : text + ")";
}

std::vector<std::string> parameter_names_of(const UnitSettings& settings) {
  std::vector<std::string> names;
  if (settings.ard) {
    for (const Eigen::Index k : settings.active) {
      names.push_back("lengthscale[" + std::to_string(k) + "]");
    }
  } else if (!settings.lengthscales.empty()) {
    names.emplace_back("lengthscale");
  }
  if (settings.kind->has_alpha) names.emplace_back("alpha");
  if (settings.kind->has_period) names.emplace_back("period");
  return names;
}

std::vector<double> parameters_of(const UnitSettings& settings) {
  std::vector<double> values = settings.lengthscales;
  if (settings.kind->has_alpha) values.push_back(settings.alpha);
  if (settings.kind->has_period) values.push_back(settings.period);
  return values;
}

UnitSettings with_parameters(UnitSettings settings, std::span<const double> values) {
  std::copy_n(values.begin(), settings.lengthscales.size(), settings.lengthscales.begin());
  std::size_t next = settings.lengthscales.size();
  if (settings.kind->has_alpha) settings.alpha = values[next++];
  if (settings.kind->has_period) settings.period = values[next++];
  return settings;
}

void check_values(const UnitSettings& settings) {
  const std::vector<std::string> names = parameter_names_of(settings);
  const std::vector<double> values = parameters_of(settings);
  for (std::size_t p = 0; p < values.size(); ++p) {
    require(std::isfinite(values[p]) && values[p] > 0.0, settings.kind->name + ": " + names[p],
            values[p], "must be positive and finite");
  }
}

Eigen::ArrayXd inverse_lengthscales(const UnitSettings& settings) {
  constexpr double kLargest = 1e150;
  Eigen::ArrayXd inverse(static_cast<Eigen::Index>(settings.active.size()));
  for (Eigen::Index k = 0; k < inverse.size(); ++k) {
    const std::size_t place = settings.ard ? static_cast<std::size_t>(k) : 0;
    inverse(k) = std::min(1.0 / settings.lengthscales[place], kLargest);
  }
  return inverse;
}

}  // namespace phigp::detail
