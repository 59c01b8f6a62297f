// The kernel of a model as mathematics, and how much each feature matters to it.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "phigp/report/html.h"
#include "phigp/report/kernel_units.h"
#include "phigp/report/markup.h"
#include "phigp/report/mathml.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostRelevances = 40;  // listed

// In the text that mathml() reads. `j` is the subscript, "" where there is only one unit.
std::string unit_text(const std::string& kind, const std::string& j) {
  std::string s = "s" + j;
  if (kind == "rbf") return fmt::format("exp(-{}/2)", s);
  if (kind == "matern12") return fmt::format("exp(-sqrt({}))", s);
  if (kind == "matern32") return fmt::format("(1+sqrt(3*{0}))*exp(-sqrt(3*{0}))", s);
  if (kind == "matern52") return fmt::format("(1+sqrt(5*{0})+5*{0}/3)*exp(-sqrt(5*{0}))", s);
  if (kind == "rq") return fmt::format("(1+{0}/(2*alpha{1}))^(-alpha{1})", s, j);
  if (kind == "periodic") return fmt::format("exp(-2*{})", s);
  if (kind == "linear") return s;
  return "";  // constant, white: the variance alone
}

// What s stands for; a sum over the features of a set D where the unit does not look at all.
std::string distance_markup(const KernelUnit& unit, const std::string& j) {
  const std::string kind = unit.kind();
  const bool ard = unit.has_ard();
  const std::string sub = j.empty() ? "" : j.substr(1);
  const auto below = [&](const char* letter) {
    return sub.empty() ? fmt::format("<mi>{}</mi>", letter)
                       : fmt::format("<msub><mi>{}</mi><mn>{}</mn></msub>", letter, sub);
  };
  const std::string index =
      sub.empty() ? "<mi>d</mi>" : "<mrow><mn>" + sub + "</mn><mi>d</mi></mrow>";
  const std::string length =
      ard ? "<msubsup><mi>ℓ</mi>" + index + "<mn>2</mn></msubsup>"
          : (sub.empty() ? std::string("<msup><mi>ℓ</mi><mn>2</mn></msup>")
                         : "<msubsup><mi>ℓ</mi><mn>" + sub + "</mn><mn>2</mn></msubsup>");
  const std::string x = "<msub><mi>x</mi><mi>d</mi></msub>";
  const std::string z = "<msubsup><mi>x</mi><mi>d</mi><mo>′</mo></msubsup>";
  const std::string difference = x + "<mo>−</mo>" + z;
  std::string inside;
  if (kind == "linear") {
    inside = ard ? "<mfrac><mrow>" + x + z + "</mrow>" + length + "</mfrac>" : x + z;
  } else if (kind == "periodic") {
    inside = "<mfrac><mrow><msup><mi>sin</mi><mn>2</mn></msup><mo>(</mo><mi>π</mi><mfrac><mrow>" +
             difference + "</mrow>" + below("p") + "</mfrac><mo>)</mo></mrow>" + length +
             "</mfrac>";
  } else {
    inside = "<mfrac><msup><mrow><mo stretchy=\"false\">(</mo>" + difference +
             "<mo stretchy=\"false\">)</mo></mrow><mn>2</mn></msup>" + length + "</mfrac>";
  }
  return fmt::format(
      "<div class=\"scroll\"><math display=\"block\"><mrow>{}<mo>=</mo><munder><mo>∑</mo>{}"
      "</munder>{}</mrow></math></div>\n",
      below("s"), unit.dims ? "<mrow><mi>d</mi><mo>∈</mo>" + below("D") + "</mrow>" : "<mi>d</mi>",
      inside);
}

std::string subset_note(const KernelUnit& unit, const std::string& j,
                        const std::vector<std::string>& features) {
  std::string list;
  for (const std::size_t feature : *unit.dims)
    list +=
        (list.empty() ? "" : ", ") +
        (feature < features.size() ? shortened(features[feature], 60) : std::to_string(feature));
  return "<p class=\"note\">" + inline_formula("D" + j) + ": " + escaped(list) + "</p>\n";
}

}  // namespace

std::string with_feature_name(const std::string& name, const std::vector<std::string>& features) {
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || name.back() != ']') return name;
  std::size_t index = 0;
  const char* end = name.data() + name.size() - 1;
  const auto [stop, error] = std::from_chars(name.data() + open + 1, end, index);
  if (error != std::errc{} || stop != end || index >= features.size()) return name;
  return fmt::format("{}[{}]", name.substr(0, open), features[index]);
}

std::string kernel_mathematics(const FittedModel& model) {
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<std::string> features = model.encoding().features.feature_names();
  const std::vector<KernelUnit> units = kernel_units(model);
  const bool many_terms = !units.empty() && units.back().term > 0;
  std::string text;
  std::string distances;
  for (std::size_t u = 0; u < units.size(); ++u) {
    const KernelUnit& unit = units[u];
    if (u == 0 || units[u - 1].term != unit.term)
      text += fmt::format("{}V{}", u == 0 ? "" : " + ",
                          many_terms ? fmt::format("_{}", unit.term + 1) : "");
    const std::string j = units.size() > 1 ? fmt::format("_{}", unit.number) : "";
    const std::string kind = unit.kind();
    if (kind == "white") text += "*delta";
    if (unit_text(kind, j).empty()) continue;
    text += "*" + unit_text(kind, j);
    distances += distance_markup(unit, j);
    if (unit.dims) distances += subset_note(unit, j, features);
  }
  std::string out = fmt::format(
      "<div class=\"scroll\"><math display=\"block\"><mrow><mi>k</mi><mo "
      "stretchy=\"false\">(</mo><mi>x</mi>"
      "<mo>,</mo><mi>x</mi><mo>′</mo><mo "
      "stretchy=\"false\">)</mo><mo>=</mo>{}</mrow></math></div>\n",
      mathml(text).value_or("<mtext>" + escaped(text) + "</mtext>"));
  out += distances;
  if (text.find("delta") != std::string::npos)
    out += "<p class=\"note\">δ is 1 for the same observation and 0 otherwise.</p>\n";
  HtmlTable table({"parameter", "value"}, {1});
  const std::vector<double> values = model.values().kernel->parameters();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].ends_with(']')) continue;  // lengthscales by feature have a table of their own
    table.add({escaped(names[k]), shown_number(values[k])});
  }
  if (!table.empty()) out += table.markup();
  return out;
}

namespace {

struct Relevance {
  std::size_t feature = 0;
  double inverse = 0.0;  // of the lengthscale
};

// Of a unit with a lengthscale per feature, most relevant first.
std::vector<Relevance> relevances(const KernelUnit& unit) {
  std::vector<Relevance> list;
  for (const auto& [feature, length] : unit.lengthscales) list.push_back({feature, 1.0 / length});
  std::stable_sort(list.begin(), list.end(),
                   [](const Relevance& a, const Relevance& b) { return a.inverse > b.inverse; });
  return list;
}

}  // namespace

std::string unit_of_features(const FeatureEncoding& features) {
  bool standardised = false;
  bool categories = false;
  for (const FeatureColumn& column : features.columns()) {
    standardised = standardised || column.standardisation != Standardisation{};
    categories = categories || column.kind == ColumnKind::text;
  }
  std::string text = standardised ? "standardised" : "in its own unit";
  if (categories) text += ", or between a category and none";
  return text;
}

std::string relevance_tables(const FittedModel& model) {
  std::string out;
  const std::vector<std::string> features = model.encoding().features.feature_names();
  for (const KernelUnit& unit : kernel_units(model)) {
    if (!unit.has_ard()) continue;
    const std::vector<Relevance> list = relevances(unit);
    out += fmt::format("<h3>Relevance of the features in {}</h3>\n", escaped(unit.name));
    out +=
        html_note(fmt::format("The inverse lengthscale: how quickly f changes along a feature, {}. "
                              "Towards 0 the feature has no influence.",
                              unit_of_features(model.encoding().features)));
    out +=
        "<div class=\"scroll\"><table class=\"names "
        "relevance\">\n<thead><tr><th>feature</th><th></th>"
        "<th class=\"n\">1 / ℓ</th><th class=\"n\">ℓ</th></tr></thead>\n<tbody>\n";
    const double most = list.front().inverse;
    for (std::size_t k = 0; k < std::min(list.size(), kMostRelevances); ++k) {
      const Relevance& at = list[k];
      const std::string name = at.feature < features.size() ? features[at.feature] : "";
      out += fmt::format(
          "<tr><td>{}</td><td><div class=\"bar\" style=\"width:{:.1f}%\"></div></td>"
          "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
          escaped(shortened(name, 40)), most > 0.0 ? 100.0 * at.inverse / most : 0.0,
          shown_number(at.inverse), shown_number(1.0 / at.inverse));
    }
    out += "</tbody></table></div>\n";
    if (list.size() > kMostRelevances)
      out += html_note(fmt::format("{} further features are less relevant than these.",
                                   list.size() - kMostRelevances));
  }
  return out;
}

}  // namespace phigp
