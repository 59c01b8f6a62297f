// The section about a table of known targets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "phigp/report/html.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"
#include "phigp/report/text_layout.h"

namespace phigp {

namespace {

constexpr Eigen::Index kLow = 1;  // of scored_quantiles(): the ends of a 90 % interval
constexpr Eigen::Index kHigh = 5;

std::string score_title(const ScoreEntry& entry) {
  std::string title(describe(entry.score).title);
  if (entry.level) title += fmt::format(" of {:g} % interval", 100.0 * *entry.level);
  return title;
}

std::string score_table(const FittedModel& model, const TestResults& test) {
  HtmlTable table({"score", "value", "standard error", "meaning"}, {1, 2}, true);
  const auto number = [](double value) {
    return std::isfinite(value) ? score_text(value) : shown_number(value);
  };
  const auto error_of = [&](double value) { return std::isfinite(value) ? number(value) : ""; };
  for (const ScoreEntry& entry : test.evaluation.scores) {
    std::string meaning = escaped(describe(entry.score).meaning);
    if (entry.p_value) meaning += fmt::format("; p = {}", shown_number(*entry.p_value));
    table.add({escaped(score_title(entry)), number(entry.value),
               entry.standard_error ? error_of(*entry.standard_error) : "", meaning});
  }
  if (const std::optional<QuantileShare> share = quantile_share(model, test))
    table.add({fmt::format("share below {:g}-quantile", share->level), number(share->below),
               number(share->standard_error),
               fmt::format("targets below the quantile that the model predicts; {:g} is right",
                           share->level)});
  return table.markup();
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
  for (const WorstRow& at : test.worst) {
    const double low = predicted.quantiles(at.row, kLow);
    const double high = predicted.quantiles(at.row, kHigh);
    const auto shown = [step = 0.01 * (high - low)](double y) { return shown_number(y, step); };
    table.add({std::to_string(at.row_number), shown(test.rows.target[at.row]),
               shown(real ? predicted.quantiles(at.row, kMedian) : predicted.mean[at.row]),
               fmt::format("{} … {}", shown(low), shown(high)),
               shown_number(test.rows.log_density[at.row]),
               test.pit.size() > 0 ? shown_number(test.pit[at.row]) : ""});
  }
  return table.markup();
}

std::string rows_text(const TestResults& test) {
  std::string text = fmt::format("{} of {} rows of {} count",
                                 shown_count(static_cast<double>(test.evaluation.rows)),
                                 shown_count(static_cast<double>(test.table_rows)), test.source);
  if (test.evaluation.missing > 0)
    text += fmt::format("; {} have no target",
                        shown_count(static_cast<double>(test.evaluation.missing)));
  const std::size_t weightless = test.table_rows - test.evaluation.rows - test.evaluation.missing;
  if (weightless > 0)
    text += fmt::format("; {} have weight 0", shown_count(static_cast<double>(weightless)));
  return text + ".";
}

}  // namespace

std::string label_name(const std::optional<std::string>& label) { return label.value_or("other"); }

std::optional<QuantileShare> quantile_share(const FittedModel& model, const TestResults& test) {
  const Likelihood& likelihood = *model.values().likelihood;
  if (likelihood.name() != "asymmetric-laplace") return std::nullopt;
  QuantileShare share;
  share.level = likelihood.parameter("tau");
  double total = 0.0;
  double squares = 0.0;
  for (Eigen::Index i = 0; i < test.rows.target.size(); ++i) {
    const double weight = test.rows.weight[i];
    if (std::isnan(test.rows.target[i]) || !(weight > 0.0)) continue;
    total += weight;
    squares += weight * weight;
    if (test.rows.target[i] < test.rows.predicted.latent_mean[i]) share.below += weight;
  }
  if (!(total > 0.0)) return std::nullopt;
  share.below /= total;
  share.standard_error = std::sqrt(share.level * (1.0 - share.level) * squares) / total;
  return share;
}

std::string confusion_table(const TestResults& test, const Labels& labels) {
  std::array<std::array<double, 2>, 2> counts{};
  for (Eigen::Index i = 0; i < test.rows.target.size(); ++i) {
    if (std::isnan(test.rows.target[i]) || !(test.rows.weight[i] > 0.0)) continue;
    ++counts[test.rows.target[i] > 0.5 ? 1 : 0][test.rows.predicted.mean[i] >= 0.5 ? 1 : 0];
  }
  const std::array<std::string, 2> names{escaped(shortened(label_name(labels.negative), 40)),
                                         escaped(shortened(label_name(labels.positive), 40))};
  HtmlTable table({"", "predicted " + names[0], "predicted " + names[1]}, {1, 2});
  for (std::size_t k = 0; k < 2; ++k)
    table.add({"observed " + names[k], shown_count(counts[k][0]), shown_count(counts[k][1])});
  std::string out = "<h3>Rows by label and prediction</h3>\n" + table.markup();
  if (!(test.rows.weight.array() == 1.0).all())
    out += html_note("Rows with a weight above 0, each counted once.");
  return out;
}

std::string test_section(const FittedModel& model, const TestResults& test, std::size_t& drawn) {
  const Domain domain = model.encoding().domain;
  const bool labels = domain == Domain::label;
  std::string out = fmt::format("<p>{}</p>\n", escaped(rows_text(test)));
  out += score_table(model, test);
  out += labels ? "<h3>Calibration</h3>\n" : "<h3>Calibration and residuals</h3>\n";
  out += html_figures(labels ? label_panels(test, model.encoding().labels)
                             : number_panels(test, domain == Domain::real, model.encoding().target),
                      drawn);
  if (quantile_share(model, test))
    out += html_note(
        "A quantile model states no law of the noise, only where its quantile lies: the PIT and "
        "the intervals need not be right. Look at the share of targets below the quantile.");
  else if (!labels)
    out += html_note(
        "PIT: flat if predictions are calibrated; a hump in the middle says that they "
        "are too wide, a valley too narrow, a slope that they are biased." +
        std::string(domain == Domain::real ? "" : " Of counts it is randomised."));
  if (labels) out += confusion_table(test, model.encoding().labels);
  out += "<h3>Worst predictions</h3>\n";
  out += html_note(
      "Rows to which the model gave the least probability; their numbers are those of "
      "lines in a text file, a header counted, or of rows in an array, from 1.");
  out += labels ? worst_labels(test) : worst_numbers(test, domain == Domain::real);
  return html_section("test", "Test", out);
}

}  // namespace phigp
