// The section about a table of known targets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "phigp/report/html.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr Eigen::Index kLow = 1;  // of scored_quantiles(): the ends of a 90 % interval
constexpr Eigen::Index kHigh = 5;

std::string score_title(const ScoreEntry& entry) {
  std::string title(describe(entry.score).title);
  if (entry.level) title += fmt::format(" of {:g} % interval", 100.0 * *entry.level);
  return title;
}

std::string score_table(const TestResults& test) {
  HtmlTable table({"score", "value", "standard error", "meaning"}, {1, 2}, true);
  const auto number = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.4f}", value) : shown_number(value);
  };
  for (const ScoreEntry& entry : test.evaluation.scores)
    table.add({escaped(score_title(entry)), number(entry.value),
               entry.standard_error ? number(*entry.standard_error) : "",
               escaped(describe(entry.score).meaning)});
  if (const auto& uniform = test.uniformity)
    table.add({"PIT distance", number(uniform->distance), "",
               fmt::format("largest distance of the PIT from uniform; p = {}",
                           shown_number(uniform->p_value))});
  return table.markup();
}

// Rows by label and prediction.
std::string confusion_table(const FittedModel& model, const TestResults& test) {
  std::array<std::array<double, 2>, 2> counts{};
  for (Eigen::Index i = 0; i < test.rows.target.size(); ++i) {
    if (std::isnan(test.rows.target[i]) || !(test.rows.weight[i] > 0.0)) continue;
    ++counts[test.rows.target[i] > 0.5 ? 1 : 0][test.rows.predicted.mean[i] >= 0.5 ? 1 : 0];
  }
  const Labels& labels = model.encoding().labels;
  const std::array<std::string, 2> names{escaped(labels.negative.value_or("other")),
                                         escaped(labels.positive.value_or("other"))};
  HtmlTable table({"", "predicted " + names[0], "predicted " + names[1]}, {1, 2});
  for (std::size_t k = 0; k < 2; ++k)
    table.add({"observed " + names[k], shown_count(counts[k][0]), shown_count(counts[k][1])});
  return "<h3>Rows by label and prediction</h3>\n" + table.markup();
}

std::string worst_labels(const TestResults& test) {
  HtmlTable table({"row", "observed", "predicted", "probability of what was observed", "log p"},
                  {0, 3, 4});
  for (const WorstRow& at : test.worst) {
    const double p = test.rows.predicted.mean[at.row];
    table.add({std::to_string(at.row_number), escaped(shortened(at.observed, 40)),
               escaped(shortened(test.rows.predicted.label[static_cast<std::size_t>(at.row)], 40)),
               shown_number(test.rows.target[at.row] > 0.5 ? p : 1.0 - p),
               shown_number(test.rows.log_density[at.row])});
  }
  return table.markup();
}

std::string worst_numbers(const TestResults& test, bool real) {
  HtmlTable table({"row", "observed", real ? "median" : "mean", "90 % interval", "log p", "PIT"},
                  {0, 1, 2, 3, 4, 5});
  const Predictions& predicted = test.rows.predicted;
  for (const WorstRow& at : test.worst)
    table.add({std::to_string(at.row_number), shown_number(test.rows.target[at.row]),
               shown_number(real ? predicted.quantiles(at.row, kMedian) : predicted.mean[at.row]),
               fmt::format("{} … {}", shown_number(predicted.quantiles(at.row, kLow)),
                           shown_number(predicted.quantiles(at.row, kHigh))),
               shown_number(test.rows.log_density[at.row]),
               test.pit.size() > 0 ? shown_number(test.pit[at.row]) : ""});
  return table.markup();
}

std::string rows_text(const TestResults& test) {
  std::string text = fmt::format("{} of {} rows of {} count",
                                 shown_count(static_cast<double>(test.evaluation.rows)),
                                 shown_count(static_cast<double>(test.table_rows)), test.source);
  if (test.evaluation.missing > 0)
    text += fmt::format("; {} have no target",
                        shown_count(static_cast<double>(test.evaluation.missing)));
  return text + ".";
}

}  // namespace

std::string test_section(const FittedModel& model, const TestResults& test, std::size_t& drawn) {
  const Domain domain = model.encoding().domain;
  const bool labels = domain == Domain::label;
  std::string out = fmt::format("<p>{}</p>\n", escaped(rows_text(test)));
  out += score_table(test);
  out += "<h3>Calibration and residuals</h3>\n";
  out += html_figures(
      labels ? label_panels(test, model.encoding().labels) : number_panels(model, test), drawn);
  if (!labels)
    out += html_note(
        "PIT: flat if predictions are calibrated; a hump in the middle says that they "
        "are too wide, a valley too narrow, a slope that they are biased." +
        std::string(domain == Domain::real ? "" : " Of counts it is randomised."));
  if (labels) out += confusion_table(model, test);
  out += "<h3>Worst predictions</h3>\n";
  out += html_note(
      "Rows to which the model gave the least probability; their numbers are those of "
      "lines in the file, a header counted.");
  out += labels ? worst_labels(test) : worst_numbers(test, domain == Domain::real);
  return html_section("test", "Test", out);
}

}  // namespace phigp
