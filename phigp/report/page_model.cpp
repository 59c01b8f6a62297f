// The section that says what the model is.
#include <fmt/format.h>

#include <cmath>

#include "phigp/report/html.h"
#include "phigp/report/likelihood_picture.h"
#include "phigp/report/markup.h"
#include "phigp/report/mathml.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr const char* kPrior =
    "<div class=\"scroll\"><math "
    "display=\"block\"><mrow><msub><mi>y</mi><mi>i</mi></msub><mo>∼</mo>"
    "<mi>p</mi><mo stretchy=\"false\">(</mo><mi>y</mi><mo "
    "stretchy=\"false\">|</mo><msub><mi>f</mi><mi>i</mi></msub><mo "
    "stretchy=\"false\">)</mo><mo>,</mo>"
    "<mspace width=\"1em\"/><msub><mi>f</mi><mi>i</mi></msub><mo>=</mo><mi>f</mi><mo "
    "stretchy=\"false\">(</mo><msub>"
    "<mi>x</mi><mi>i</mi></msub><mo stretchy=\"false\">)</mo>{}<mo>,</mo><mspace "
    "width=\"1em\"/><mi>f</mi><mo>∼</mo>"
    "<mi>GP</mi><mo stretchy=\"false\">(</mo><mi>m</mi><mo>,</mo><mi>k</mi><mo "
    "stretchy=\"false\">)</mo></mrow></math></div>\n";

// What stands behind three spaces is a remark: "…   (hinge loss; not a density in y)".
std::pair<std::string, std::string> formula_and_remark(const std::string& formula) {
  const std::size_t at = formula.find("   (");
  if (at == std::string::npos) return {formula, ""};
  return {formula.substr(0, at), formula.substr(at + 3)};
}

bool was_learned(const FitReport& report) {
  for (const SettingText& setting : report.settings)
    if (setting.name == "optimize") return setting.text != "false";
  return report.learning_steps > 0;
}

std::string likelihood_part(const FittedModel& model) {
  const Likelihood& likelihood = *model.values().likelihood;
  const auto [formula, remark] = formula_and_remark(likelihood.formula());
  std::string out = fmt::format("<h3>Likelihood: {}</h3>\n", escaped(likelihood.name()));
  const std::optional<std::string> markup = mathml(formula);
  if (markup) {
    out += fmt::format(
        "<div class=\"scroll\"><math "
        "display=\"block\"><mrow><mi>p</mi><mo stretchy=\"false\">(</mo><mi>y</mi><mo "
        "stretchy=\"false\">|</mo>"
        "<mi>f</mi><mo stretchy=\"false\">)</mo><mo>=</mo>{}</mrow></math></div>\n",
        *markup);
  } else {
    out += fmt::format("<p><code>p(y|f) = {}</code></p>\n", escaped(formula));
  }
  if (!remark.empty()) out += html_note(remark);
  HtmlTable table({"parameter", "value", "", "meaning"}, {1}, true);
  const std::vector<ParameterSpec>& specs = likelihood.parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k)
    table.add({inline_formula(specs[k].name) +
                   (specs[k].name.size() > 1 ? " " + escaped(specs[k].name) : ""),
               shown_number(likelihood.parameters()[k]),
               specs[k].learned && was_learned(model.report()) ? "learned" : "stated",
               escaped(specs[k].meaning)});
  if (!table.empty()) out += table.markup();
  if (model.encoding().domain == Domain::real && model.encoding().response != Standardisation{})
    out += html_note(
        fmt::format("Here y is ({} {} {}) / {}: the model works on the standardised "
                    "target, predictions are in its own units.",
                    model.encoding().target, model.encoding().response.centre < 0.0 ? "+" : "−",
                    shown_number(std::abs(model.encoding().response.centre)),
                    shown_number(model.encoding().response.scale)));
  return out;
}

std::string mean_part(const FittedModel& model) {
  const MeanFunction& mean = model.values().mean;
  const std::vector<double>& values = mean.coefficients();
  std::string out = "<h3>Mean</h3>\n";
  const char* kLine =
      "<div class=\"scroll\"><math display=\"block\"><mrow><mi>m</mi><mo "
      "stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>"
      "<mo>=</mo>{}</mrow></math></div>\n";
  if (mean.kind() == MeanFunction::Kind::zero)
    return out + fmt::format(fmt::runtime(kLine), "<mn>0</mn>");
  const std::string constant = fmt::format("<mn>{}</mn>", shown_number(values.front()));
  if (mean.kind() == MeanFunction::Kind::constant)
    return out + fmt::format(fmt::runtime(kLine), constant);
  out += fmt::format(fmt::runtime(kLine),
                     constant +
                         "<mo>+</mo><munder><mo>∑</mo><mi>d</mi></munder><msub><mi>b</mi>"
                         "<mi>d</mi></msub><msub><mi>x</mi><mi>d</mi></msub>");
  out += html_note(fmt::format(
      "Slopes are those of f{} along a feature, {}.",
      model.encoding().response != Standardisation{} ? ", of the standardised target," : "",
      unit_of_features(model.encoding().features)));
  HtmlTable table({"feature", "slope"}, {1});
  const std::vector<std::string> features = model.encoding().features.feature_names();
  for (std::size_t k = 0; k + 1 < values.size() && k < features.size(); ++k)
    table.add({escaped(shortened(features[k], 60)), shown_number(values[k + 1])});
  return out + "<div class=\"tall\">" + table.markup() + "</div>\n";
}

}  // namespace

std::string model_section(const FittedModel& model, std::size_t& drawn) {
  const char* offset = "<mo>+</mo><msub><mi>o</mi><mi>i</mi></msub>";
  std::string out =
      fmt::format(fmt::runtime(kPrior), model.encoding().offset.empty() ? "" : offset);
  out += likelihood_part(model);
  out += html_figures(likelihood_panels(model.values().likelihood), drawn);
  out += "<h3>Kernel</h3>\n" + kernel_mathematics(model);
  out += mean_part(model);
  out += relevance_tables(model);
  const Effects effects = effect_panels(model);
  if (!effects.panels.empty()) {
    out += "<h3>What the model learned</h3>\n";
    std::string note =
        "Along one feature at a time, the others at their mean or commonest category. "
        "The interval is that of f, without the noise of single observations.";
    if (effects.panels.size() < effects.features)
      note += fmt::format(" {} of {} numeric features are shown, those along which f changes most.",
                          effects.panels.size(), effects.features);
    if (!model.encoding().offset.empty()) note += " The offset is 0.";
    out += html_note(note);
    out += html_figures(effects.panels, drawn);
  }
  return html_section("model", "Model", out);
}

}  // namespace phigp
