// The kernel of a model as mathematics, made from the names of its parameters: each variance begins
// a term, and names the units that it multiplies.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "phigp/report/html.h"
#include "phigp/report/markup.h"
#include "phigp/report/mathml.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::string_view kVariance = ".variance";
constexpr std::size_t kMostRelevances = 40;  // listed
constexpr double kLeastShare = 0.02;         // of the largest relevance, for a feature to matter

// A unit of an expression as its parameters name it, "rbf_2".
struct Unit {
  std::string name;
  std::size_t number = 1;  // within the kernel, for subscripts

  std::string kind() const { return name.substr(0, name.find('_')); }
};

struct Term {
  std::vector<Unit> units;
};

std::vector<Term> terms_of(const std::vector<std::string>& names) {
  std::vector<Term> terms;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (!name.ends_with(kVariance)) continue;
    const std::string product = name.substr(0, name.size() - kVariance.size());
    Term term;
    for (std::size_t start = 0; start <= product.size();) {
      const std::size_t end = std::min(product.find('*', start), product.size());
      term.units.push_back({product.substr(start, end - start), ++count});
      start = end + 1;
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

bool has_index(const std::vector<std::string>& names, const std::string& unit) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.starts_with(unit + ".lengthscale[");
  });
}

// In the text that mathml() reads. `j` is the subscript, "" where there is only one unit.
std::string unit_text(const std::string& kind, const std::string& j) {
  const std::string s = "s" + j;
  if (kind == "rbf") return fmt::format("exp(-{}/2)", s);
  if (kind == "matern12") return fmt::format("exp(-sqrt({}))", s);
  if (kind == "matern32") return fmt::format("(1+sqrt(3*{0}))*exp(-sqrt(3*{0}))", s);
  if (kind == "matern52") return fmt::format("(1+sqrt(5*{0})+5*{0}/3)*exp(-sqrt(5*{0}))", s);
  if (kind == "rq") return fmt::format("(1+{0}/(2*alpha{1}))^(-alpha{1})", s, j);
  if (kind == "periodic") return fmt::format("exp(-2*{})", s);
  if (kind == "linear") return s;
  return "";  // constant, white: the variance alone
}

// What s stands for.
std::string distance_markup(const std::string& kind, const std::string& j, bool ard) {
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
      "<div class=\"scroll\"><math display=\"block\"><mrow>{}<mo>=</mo><munder><mo>∑</mo><mi>d"
      "</mi></munder>{}</mrow></math></div>\n",
      below("s"), inside);
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
  const std::vector<Term> terms = terms_of(names);
  std::size_t units = 0;
  for (const Term& term : terms) units += term.units.size();
  std::string text;
  std::string distances;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    text += fmt::format("{}v{}", t == 0 ? "" : " + ",
                        terms.size() > 1 ? fmt::format("_{}", t + 1) : "");
    for (const Unit& unit : terms[t].units) {
      const std::string j = units > 1 ? fmt::format("_{}", unit.number) : "";
      const std::string kind = unit.kind();
      if (kind == "white") text += "*delta";
      if (unit_text(kind, j).empty()) continue;
      text += "*" + unit_text(kind, j);
      distances += distance_markup(kind, j, has_index(names, unit.name));
    }
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
  const std::vector<std::string> features = model.encoding().features.feature_names();
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

// Of each unit with a lengthscale per feature, most relevant first.
std::vector<std::pair<std::string, std::vector<Relevance>>> relevances(const FittedModel& model) {
  std::vector<std::pair<std::string, std::vector<Relevance>>> out;
  const std::vector<std::string> names = model.values().kernel->parameter_names();
  const std::vector<double> values = model.values().kernel->parameters();
  constexpr std::string_view kKey = ".lengthscale[";
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::size_t at = names[k].find(kKey);
    if (at == std::string::npos) continue;
    const std::string unit = names[k].substr(0, at);
    if (out.empty() || out.back().first != unit) out.push_back({unit, {}});
    std::size_t feature = 0;
    std::from_chars(names[k].data() + at + kKey.size(), names[k].data() + names[k].size(), feature);
    out.back().second.push_back({feature, 1.0 / values[k]});
  }
  for (auto& [unit, list] : out)
    std::stable_sort(list.begin(), list.end(),
                     [](const Relevance& a, const Relevance& b) { return a.inverse > b.inverse; });
  return out;
}

}  // namespace

std::vector<std::size_t> relevant_features(const FittedModel& model) {
  const auto all = relevances(model);
  std::vector<std::size_t> features;
  if (all.empty()) {
    for (std::size_t k = 0; k < model.encoding().features.width(); ++k) features.push_back(k);
  } else {
    const double most = all.front().second.front().inverse;
    for (const Relevance& relevance : all.front().second)
      if (relevance.inverse > kLeastShare * most) features.push_back(relevance.feature);
  }
  return features;
}

std::string relevance_tables(const FittedModel& model) {
  std::string out;
  const std::vector<std::string> features = model.encoding().features.feature_names();
  for (const auto& [unit, list] : relevances(model)) {
    out += fmt::format("<h3>Relevance of the features in {}</h3>\n", escaped(unit));
    out += html_note(
        "The inverse lengthscale: how quickly f changes along a standardised feature. "
        "Towards 0 the feature has no influence.");
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
