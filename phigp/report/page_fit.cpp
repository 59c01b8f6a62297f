// The sections about how the model was fitted, and with which settings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/report/html.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostLines = 5;  // of restarts, in one panel
constexpr std::size_t kMostTraces = 4;
constexpr std::size_t kFewPoints = 4;  // below which a curve says nothing

std::string bound_text(double value) {
  if (!std::isfinite(value)) return shown_number(value);
  return (value < 0.0 ? "−" : "") + fmt::format("{:.4f}", std::abs(value));
}

std::vector<double> as_numbers(const std::vector<int>& values) {
  return {values.begin(), values.end()};
}

Line line_of(const TracePhase& phase, std::string label, Colour colour) {
  return {std::move(label), as_numbers(phase.iteration), phase.bound, colour, false};
}

Panel bound_panel(std::string title, std::vector<Line> lines, const std::string& y_label) {
  Panel panel;
  panel.title = std::move(title);
  std::vector<std::vector<double>> xs;
  std::vector<std::vector<double>> ys;
  for (Line& line : lines) {
    xs.push_back(line.x);
    ys.push_back(line.y);
    // A single point would not be seen as a line.
    panel.dots.push_back({"", line.x, line.y, line.colour, line.x.size() > 60 ? 1.2 : 2.4});
  }
  panel.x = fitted_axis("iteration", false, xs);
  panel.y = fitted_axis(y_label, false, ys);
  panel.lines = std::move(lines);
  return panel;
}

// One panel for all that was learned on the same rows, so that heights can be compared.
std::vector<Panel> learning_panels(const FittedModel& model) {
  const FitReport& report = model.report();
  const std::string y_label = report.log_prior ? "bound and log prior" : "bound";
  const Colour colours[] = {Colour::blue, Colour::orange, Colour::green, Colour::purple,
                            Colour::grey};
  std::vector<Panel> panels;
  std::vector<Line> starts;
  std::vector<Panel> stages;
  for (const TracePhase& phase : report.trace) {
    if (phase.iteration.empty() || phase.name.find("learning") == std::string::npos) continue;
    if (phase.rows > 0.0) {
      stages.push_back(bound_panel(fmt::format("Learning on {} rows", shown_count(phase.rows)),
                                   {line_of(phase, "", Colour::blue)}, y_label));
    } else if (starts.size() < kMostLines) {
      const std::size_t comma = phase.name.find(',');
      const std::string label = report.start_bounds.empty()  ? ""
                                : comma == std::string::npos ? "usual start"
                                                             : phase.name.substr(0, comma);
      starts.push_back(line_of(phase, label, colours[starts.size()]));
      if (comma == std::string::npos) {  // where learning began is known too
        Line& usual = starts.back();
        usual.x.insert(usual.x.begin(), 0.0);
        usual.y.insert(usual.y.begin(),
                       report.first_elbo + (report.log_prior ? report.log_prior->first : 0.0));
      }
    }
  }
  if (!starts.empty()) panels.push_back(bound_panel("Learning", std::move(starts), y_label));
  panels.insert(panels.end(), stages.begin(), stages.end());
  for (const char* name : {"coordinate ascent", "refinement"}) {
    const auto last = std::find_if(report.trace.rbegin(), report.trace.rend(),
                                   [&](const TracePhase& phase) { return phase.name == name; });
    if (last == report.trace.rend() || last->iteration.size() < kFewPoints) continue;
    panels.push_back(
        bound_panel(name == std::string("refinement") ? "Refinement" : "Last coordinate ascent",
                    {line_of(*last, "", Colour::green)}, "bound"));
  }
  if (panels.size() > kMostTraces)
    panels.erase(panels.begin(), panels.end() - static_cast<std::ptrdiff_t>(kMostTraces));
  return panels;
}

std::vector<Panel> stochastic_panels(const LearningCurve& curve) {
  if (curve.step.empty()) return {};
  const std::vector<double> steps = as_numbers(curve.step);
  std::vector<Panel> panels{bound_panel(
      "Stochastic steps", {{"", steps, curve.bound, Colour::blue, false}}, "bound per row")};
  if (!curve.held_out_density.empty())
    panels.push_back(bound_panel("Rows held out of the steps",
                                 {{"", steps, curve.held_out_density, Colour::green, false}},
                                 "log density per row"));
  for (Panel& panel : panels) panel.x.label = "step";
  return panels;
}

HtmlFacts fit_facts(const FittedModel& model) {
  const FitReport& report = model.report();
  HtmlFacts facts;
  facts.add("engine", report.engine);
  facts.add("bound", fmt::format("{} (before learning {})", bound_text(report.elbo),
                                 bound_text(report.first_elbo)));
  if (report.rows > 0)
    facts.add("bound per row", bound_text(report.elbo / static_cast<double>(report.rows)));
  if (const auto& prior = report.log_prior)
    facts.add("with log prior",
              fmt::format("{} (before learning {})", bound_text(report.elbo + prior->reached),
                          bound_text(report.first_elbo + prior->first)));
  if (const auto& refined = report.refinement)
    facts.add("refined bound",
              fmt::format("{} ({} of the same model before refining), {} steps, {}, {}",
                          bound_text(refined->refined_elbo), bound_text(refined->original_elbo),
                          refined->steps, to_text(refined->stop), shown_seconds(refined->seconds)));
  facts.add("iterations", fmt::format("{} learning steps, then {} of coordinate ascent",
                                      report.learning_steps, report.ascent_iterations));
  facts.add("ended", to_text(report.stop));
  facts.add("jitter", report.jitter > 0.0 ? shown_number(report.jitter) + " of the diagonal"
                                          : "none was needed");
  facts.add("time", shown_seconds(report.seconds));
  return facts;
}

}  // namespace

std::string fit_section(const FittedModel& model, std::size_t& drawn) {
  const FitReport& report = model.report();
  std::string out = fit_facts(model).markup();
  std::vector<Panel> panels = learning_panels(model);
  const std::vector<Panel> stochastic = stochastic_panels(report.curve);
  panels.insert(panels.begin(), stochastic.begin(), stochastic.end());
  out += html_figures(panels, drawn);
  if (panels.empty()) out += html_note("The model file has no learning curve.");
  if (!report.stages.empty()) {
    HtmlTable table({"stage", "rows", "iterations", "time"}, {1, 2, 3});
    for (const FitStage& stage : report.stages)
      table.add({escaped(stage.name), shown_count(static_cast<double>(stage.rows)),
                 shown_count(stage.iterations), shown_seconds(stage.seconds)});
    out += "<h3>Stages</h3>\n" + table.markup();
  }
  if (!report.start_bounds.empty()) {
    HtmlTable table({"start", report.log_prior ? "bound and log prior" : "bound"}, {1});
    for (std::size_t k = 0; k < report.start_bounds.size(); ++k) {
      const double bound = report.start_bounds[k];
      table.add({k == 0 ? "the usual one" : fmt::format("restart {}", k),
                 std::isfinite(bound) ? bound_text(bound) : "failed"});
    }
    out += "<h3>Starting points</h3>\n" + table.markup();
  }
  return html_section("fit", "Fit", out);
}

std::string settings_section(const FittedModel& model) {
  const std::vector<SettingText>& settings = model.report().settings;
  if (settings.empty())
    return html_section("settings", "Settings",
                        html_note("The model file does not say which settings it was made with."));
  std::string rows;
  for (const SettingInfo& info : fit_setting_table()) {
    for (const SettingText& setting : settings) {
      if (setting.name != info.name) continue;
      const bool changed = setting.text != info.initial;
      if (setting.text.empty() && !changed) continue;
      rows += fmt::format("<tr{}><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          changed ? " class=\"changed\"" : "", escaped(setting.name),
                          escaped(setting.text), escaped(changed ? info.initial : ""));
    }
  }
  return html_section(
      "settings", "Settings",
      "<div class=\"scroll\"><table>\n<thead><tr><th>setting</th><th>value</th><th>default, where "
      "another</th></tr></thead>\n<tbody>\n" +
          rows + "</tbody></table></div>\n");
}

}  // namespace phigp
