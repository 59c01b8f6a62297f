#include "phigp/report/report_page.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/base/version.h"
#include "phigp/report/html.h"
#include "phigp/report/limit_notes.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr double kImprobable = 1e-3;  // p-values below it are mentioned
constexpr std::size_t kLongTile = 9;  // letters that a tile holds in large type
constexpr double kFarOff = 3.3;       // standard errors of the same p-value

std::string tile(const std::string& value, const std::string& label) {
  return fmt::format("<div class=\"tile\"><b{}>{}</b><span>{}</span></div>\n",
                     letters(value) > kLongTile ? " class=\"long\"" : "", escaped(value),
                     escaped(label));
}

std::string tiles(const FittedModel& model, const TestResults* test) {
  const FitReport& report = model.report();
  std::string out = tile(shown_count(static_cast<double>(report.rows)), "training rows");
  out += tile(std::to_string(model.encoding().features.width()), "features");
  out += tile(model.values().likelihood->name(), "likelihood");
  if (test == nullptr) {
    out += tile(shown_number(report.elbo), "bound");
    out += tile(to_text(report.stop), "fit");
  } else {
    std::size_t shown = 0;
    for (const ScoreEntry& entry : test->evaluation.scores) {
      const bool right_level = !entry.level || std::abs(*entry.level - 0.9) < 1e-9;
      if (!right_level || entry.score == Score::calibration_error_width || shown++ >= 5) continue;
      std::string label(describe(entry.score).title);
      if (entry.level) label = fmt::format("{} at {:g} %", label, 100.0 * *entry.level);
      out += tile(shown_number(entry.value), label + ", test");
    }
  }
  return "<div class=\"tiles\">\n" + out + "</div>\n";
}

std::string warning_list(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return "";
  std::string out = "<div class=\"warn\" role=\"note\"><b>To keep in mind</b>\n<ul>\n";
  for (const std::string& warning : warnings) out += fmt::format("<li>{}</li>\n", escaped(warning));
  return out + "</ul></div>\n";
}

}  // namespace

std::vector<std::string> report_warnings(const FittedModel& model, const TestResults* test) {
  const FitReport& report = model.report();
  std::vector<std::string> out;
  if (!ended_well(report.stop))
    out.push_back(fmt::format("The fit ended without converging: {}.", to_text(report.stop)));
  if (report.jitter > 0.0)
    out.push_back(fmt::format("Jitter of {} was added to the diagonal of the kernel matrix.",
                              shown_number(report.jitter)));
  if (report.largest_fall > 1e-9 * (std::abs(report.elbo) + static_cast<double>(report.rows)))
    out.push_back(fmt::format("The bound fell by {} in an iteration, which it should not.",
                              shown_number(report.largest_fall)));
  for (const std::string& note : limit_notes(model)) out.push_back(note + ".");
  for (const std::string& name : model.encoding().features.constant_columns())
    out.push_back(fmt::format("Column {} is constant in training.", name));
  if (!model.values().likelihood->is_normalised())
    out.emplace_back(
        "The likelihood is not a density in y; predictions are normalised over the two "
        "labels.");
  if (test == nullptr) return out;
  for (const CellCount& cells : test->evaluation.unseen)
    out.push_back(
        fmt::format("{} cells of column {} in the test have a category that training did "
                    "not have.",
                    cells.cells, cells.column));
  if (test->seen > 0)
    out.push_back(
        fmt::format("{} of {} rows of the test equal rows of training: scores of rows that were "
                    "learned from say little about new ones.",
                    shown_count(static_cast<double>(test->seen)),
                    shown_count(static_cast<double>(test->evaluation.rows))));
  if (const std::optional<QuantileShare> share = quantile_share(model, *test)) {
    if (std::abs(share->below - share->level) > kFarOff * share->standard_error)
      out.push_back(
          fmt::format("{:.1f} % of the test's targets lie below their predicted {:g}-quantile.",
                      100.0 * share->below, share->level));
    return out;  // a quantile model has no noise that the PIT could judge
  }
  if (test->uniformity && test->uniformity->p_value < kImprobable)
    out.push_back(
        fmt::format("Predictions are not calibrated on the test: a PIT as uneven as "
                    "theirs has probability {} by chance.",
                    shown_number(test->uniformity->p_value)));
  return out;
}

std::string report_page(const FittedModel& model, const std::string& name,
                        const TestResults* test) {
  std::size_t drawn = 0;
  const std::string title = fmt::format(
      "{}: a Gaussian process with {}", shortened(model.encoding().target, 60),
      model.likelihood_spec().name.empty() ? "a likelihood typed as a formula"
                                           : model.likelihood_spec().name + " likelihood");
  std::string body = fmt::format("<header>\n<h1>{}</h1>\n</header>\n<nav>", escaped(title));
  if (test != nullptr) body += "<a href=\"#test\">Test</a>";
  for (const auto& [id, text] : {std::pair("model", "Model"), std::pair("fit", "Fit"),
                                 std::pair("data", "Data"), std::pair("settings", "Settings")})
    body += fmt::format("<a href=\"#{}\">{}</a>", id, text);
  body += "</nav>\n" + tiles(model, test) + warning_list(report_warnings(model, test));
  body += "<main>\n";
  if (test != nullptr) body += test_section(model, *test, drawn);
  body += model_section(model, drawn) + fit_section(model, drawn) + data_section(model, drawn);
  body += settings_section(model) + "</main>\n";
  body += fmt::format("<footer>phigp {}, model file {}</footer>\n", version(), escaped(name));
  return fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n"
      "</html>\n",
      escaped(title), html_style(), body);
}

}  // namespace phigp
