#include "phigp/report/kernel_units.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace phigp {

namespace {

constexpr std::string_view kVariance = ".variance";
constexpr std::string_view kLengthscale = ".lengthscale";
constexpr std::string_view kDims = "dims=[";

// "0,2]…"
std::vector<std::size_t> numbers_in_list(std::string_view text) {
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; at < text.size() && text[at] != ']';) {
    std::size_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc{}) break;
    numbers.push_back(number);
    at = static_cast<std::size_t>(stop - text.data());
    if (at < text.size() && text[at] == ',') ++at;
  }
  return numbers;
}

// Arguments of the units of "1.5*rbf(lengthscale=2, dims=[0,2])*white + …", in their order.
std::vector<std::string_view> arguments_of(std::string_view text) {
  std::vector<std::string_view> all;
  for (std::size_t at = text.find('*'); at != std::string_view::npos; at = text.find('*', at)) {
    std::size_t end = ++at;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
    const bool any = end < text.size() && text[end] == '(';
    const std::size_t close = any ? std::min(text.find(')', end), text.size()) : end;
    all.push_back(text.substr(end, close - end));
    at = close;
  }
  return all;
}

}  // namespace

double KernelUnit::sensitivity(std::size_t feature) const {
  if (dims && std::find(dims->begin(), dims->end(), feature) == dims->end()) return 0.0;
  const double sd = std::sqrt(variance);
  for (const auto& [at, length] : lengthscales)
    if (at == feature) return sd / length;
  if (lengthscale) return sd / *lengthscale;
  return kind() == "linear" ? sd : 0.0;  // constant, white
}

std::vector<KernelUnit> kernel_units(const FittedModel& model) {
  const Kernel& kernel = *model.values().kernel;
  const std::vector<std::string> names = kernel.parameter_names();
  const std::vector<double> values = kernel.parameters();
  std::vector<KernelUnit> units;
  std::size_t terms = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {  // each variance begins a term
    if (!names[k].ends_with(kVariance)) continue;
    const std::string product = names[k].substr(0, names[k].size() - kVariance.size());
    for (std::size_t start = 0; start <= product.size();) {
      const std::size_t end = std::min(product.find('*', start), product.size());
      KernelUnit unit;
      unit.name = product.substr(start, end - start);
      unit.number = units.size() + 1;
      unit.term = terms;
      unit.variance = values[k];
      units.push_back(std::move(unit));
      start = end + 1;
    }
    ++terms;
  }
  const std::string text = kernel.text();
  const std::vector<std::string_view> arguments = arguments_of(text);
  for (std::size_t u = 0; u < units.size(); ++u) {
    KernelUnit& unit = units[u];
    const std::string key = unit.name + std::string(kLengthscale);
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k] == key) unit.lengthscale = values[k];
      if (!names[k].starts_with(key + "[")) continue;
      const std::vector<std::size_t> feature =
          numbers_in_list(std::string_view(names[k]).substr(key.size() + 1));
      if (!feature.empty()) unit.lengthscales.emplace_back(feature.front(), values[k]);
    }
    if (u >= arguments.size()) continue;
    const std::size_t at = arguments[u].find(kDims);
    if (at != std::string_view::npos)
      unit.dims = numbers_in_list(arguments[u].substr(at + kDims.size()));
  }
  return units;
}

}  // namespace phigp
