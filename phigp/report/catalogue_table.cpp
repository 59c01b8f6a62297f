#include "phigp/report/catalogue_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/report/likelihood_text.h"

namespace phigp {

namespace {

using Json = nlohmann::ordered_json;
using TableRow = std::array<std::string, 4>;

std::string parameters_text(const Likelihood& likelihood) {
  std::string text;
  for (std::size_t k = 0; k < likelihood.parameters().size(); ++k) {
    text += fmt::format("{}{}={}", k == 0 ? "" : " ", likelihood.parameter_specs()[k].name,
                        to_text(likelihood.parameters()[k]));
  }
  return text.empty() ? "-" : text;
}

Json range_object(const ParameterRange& range) {
  Json object = Json::object();
  object["above"] = std::isfinite(range.low) ? Json(range.low) : Json("-inf");
  object["below"] = std::isfinite(range.high) ? Json(range.high) : Json("inf");
  object["upper_end_allowed"] = range.high_allowed;
  return object;
}

}  // namespace

std::string catalogue_text(const TextStyle& style) {
  std::vector<TableRow> rows = {{"name", "y", "parameters", "density p(y|f)"}};
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    rows.push_back({name, domain_name(likelihood->domain()), parameters_text(*likelihood),
                    likelihood->formula()});
  }
  std::array<std::size_t, 3> widths{};
  for (const TableRow& row : rows) {
    for (std::size_t j = 0; j < widths.size(); ++j)
      widths[j] = std::max(widths[j], row[j].size() + 2);
  }
  const std::size_t indent = widths[0] + widths[1] + widths[2];
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TableRow& row = rows[i];
    const std::string label =
        fmt::format("{:<{}}{:<{}}{:<{}}", row[0], widths[0], row[1], widths[1], row[2], widths[2]);
    const std::string line = labelled(label, row[3], indent, style);
    out +=
        i == 0 ? emphasised(line.substr(0, line.size() - 1), Emphasis::strong, style) + "\n" : line;
  }
  out +=
      "\ny: real; label is -1 or +1; count is 0, 1, 2, ...; successes is 0, 1, ..., trials of the "
      "row\n";
  return out;
}

std::string catalogue_json() {
  Json list = Json::array();
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    Json parameters = Json::array();
    for (const ParameterSpec& spec : likelihood->parameter_specs()) {
      parameters.push_back({{"name", spec.name},
                            {"default", spec.initial},
                            {"range", range_object(spec.range)},
                            {"meaning", spec.meaning}});
    }
    list.push_back({{"name", name},
                    {"domain", domain_name(likelihood->domain())},
                    {"density", likelihood->formula()},
                    {"location_family", likelihood->is_location_family()},
                    {"normalised", likelihood->is_normalised()},
                    {"parameters", std::move(parameters)}});
  }
  return Json{{"likelihoods", std::move(list)}}.dump(2) + "\n";
}

}  // namespace phigp
