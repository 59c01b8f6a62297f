// The section about the training data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/report/histogram.h"
#include "phigp/report/html.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostColumns = 300;  // listed
constexpr std::size_t kMostCategories = 12;

std::string target_fact(const FittedModel& model) {
  const DataEncoding& encoding = model.encoding();
  switch (encoding.domain) {
    case Domain::label:
      return fmt::format("two labels: {} (−1) and {} (+1){}", label_name(encoding.labels.negative),
                         label_name(encoding.labels.positive),
                         encoding.labels.only_one() ? "; training had only one" : "");
    case Domain::real:
      return encoding.response == Standardisation{}
                 ? "a number, not standardised"
                 : fmt::format(
                       "a number, mean {}, standard deviation {}",
                       shown_number(encoding.response.centre, 0.01 * encoding.response.scale),
                       shown_number(encoding.response.scale));
    case Domain::count:
      return "a count: 0, 1, 2, …";
    case Domain::successes:
      return fmt::format("successes out of {} trials",
                         encoding.trials.empty() ? "one" : encoding.trials);
  }
  return "";
}

std::vector<double> training_targets(const FittedModel& model) {
  const DataEncoding& encoding = model.encoding();
  std::vector<double> y;
  for (const Row& row : model.training().rows)
    y.push_back(encoding.domain == Domain::real ? encoding.response.undo(row.y) : row.y);
  return y;
}

std::vector<Panel> target_panels(const FittedModel& model) {
  const DataEncoding& encoding = model.encoding();
  if (encoding.domain == Domain::label || model.training().rows.empty()) return {};
  std::vector<Panel> panels{histogram_panel("Target in training", shortened(encoding.target, 50),
                                            training_targets(model))};
  if (encoding.domain == Domain::successes) {
    std::vector<double> share;
    for (const Row& row : model.training().rows)
      if (row.trials > 0.0) share.push_back(row.y / row.trials);
    panels.push_back(
        histogram_panel("Share of successes in training", "successes / trials", share));
  }
  return panels;
}

void add_label_counts(const FittedModel& model, HtmlFacts& facts) {
  const std::vector<Row>& rows = model.training().rows;
  if (model.encoding().domain != Domain::label || rows.empty()) return;
  const auto positive = static_cast<double>(
      std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.y > 0.0; }));
  const auto n = static_cast<double>(rows.size());
  facts.add("labels",
            fmt::format("{}: {} rows ({:.1f} %), {}: {} rows",
                        label_name(model.encoding().labels.positive), shown_count(positive),
                        100.0 * positive / n, label_name(model.encoding().labels.negative),
                        shown_count(n - positive)));
}

std::string content_of(const FeatureColumn& column) {
  if (column.kind == ColumnKind::number) return column.constant ? "constant" : "";
  std::string text;
  for (std::size_t k = 0; k < column.categories.size() && k < kMostCategories; ++k)
    text += (k == 0 ? "" : ", ") + shortened(column.categories[k], 30);
  if (column.categories.size() > kMostCategories)
    text += fmt::format(" and {} more", column.categories.size() - kMostCategories);
  return text;
}

// Least and largest value in training, in the units of the table; of a dense model, which has its
// rows.
std::string range_of(const FittedModel& model, const FeatureColumn& column, std::size_t place) {
  const Points& X = model.training().X;
  if (column.kind == ColumnKind::text || X.rows() == 0) return "";
  const auto k = static_cast<Eigen::Index>(place);
  const double low = column.standardisation.undo(X.col(k).minCoeff());
  const double high = column.standardisation.undo(X.col(k).maxCoeff());
  const double step = 1e-3 * (high - low);
  return fmt::format("{} … {}", shown_number(low, step), shown_number(high, step));
}

std::string feature_table(const FittedModel& model) {
  const FeatureEncoding& features = model.encoding().features;
  HtmlTable table({"feature", "kind", "mean", "standard deviation", "range", "content"}, {2, 3, 4});
  std::size_t place = 0;  // of the column's first feature
  for (std::size_t k = 0; k < std::min(features.columns().size(), kMostColumns); ++k) {
    const FeatureColumn& column = features.columns()[k];
    const bool number = column.kind == ColumnKind::number;
    const Standardisation& unit = column.standardisation;
    const bool standardised = unit != Standardisation{};
    table.add({escaped(shortened(column.name, 60)),
               number ? "number" : fmt::format("{} categories", column.categories.size()),
               number ? shown_number(column.mean, standardised ? 0.01 * unit.scale : 0.0) : "",
               number && standardised && !column.constant ? shown_number(unit.scale) : "",
               range_of(model, column, place), escaped(content_of(column))});
    place += column.width();
  }
  std::string out = "<div class=\"tall names\">" + table.markup() + "</div>\n";
  if (features.columns().size() > kMostColumns)
    out += html_note(fmt::format("{} further columns are not listed.",
                                 features.columns().size() - kMostColumns));
  return out;
}

}  // namespace

std::string data_section(const FittedModel& model, std::size_t& drawn) {
  const DataEncoding& encoding = model.encoding();
  const FitReport& report = model.report();
  HtmlFacts facts;
  facts.add("target", encoding.target);
  facts.add("", target_fact(model));
  add_label_counts(model, facts);
  std::string rows = shown_count(static_cast<double>(report.rows));
  if (report.missing_targets > 0)
    rows += fmt::format("; {} without a target were left out",
                        shown_count(static_cast<double>(report.missing_targets)));
  facts.add("training rows", rows);
  facts.add("features", fmt::format("{} from {} columns", encoding.features.width(),
                                    encoding.features.columns().size()));
  for (const auto& [name, column] :
       {std::pair("weights", &encoding.weights), std::pair("offset", &encoding.offset),
        std::pair("trials", &encoding.trials)}) {
    if (!column->empty()) facts.add(name, "column " + *column);
  }
  for (const CellCount& count : report.imputed)
    facts.add("imputed", fmt::format("{} cells of {}", count.cells, count.column));
  std::string out = facts.markup();
  out += html_figures(target_panels(model), drawn);
  if (model.training().rows.empty())
    out += html_note(
        "A sparse model file keeps no rows: what is shown is what the encoding "
        "learned from them.");
  out += "<h3>Features</h3>\n" + feature_table(model);
  return html_section("data", "Data", out);
}

}  // namespace phigp
