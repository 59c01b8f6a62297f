// Pictures of predictions beside what was observed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/span_of.h"
#include "phigp/diagnostics/calibration.h"
#include "phigp/report/histogram.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostDots = 1500;
constexpr double kTwoSided = 1.96;  // standard deviations of a 95 % interval
constexpr double kFewRows = 200.0;  // below which a PIT histogram has ten bars, else twenty

// Rows that count: with a target and a weight.
std::vector<Eigen::Index> counted(const HeldOut& rows) {
  std::vector<Eigen::Index> places;
  for (Eigen::Index i = 0; i < rows.target.size(); ++i)
    if (rows.counts(i)) places.push_back(i);
  return places;
}

Line diagonal(double low, double high, std::string label) {
  return {std::move(label), {low, high}, {low, high}, Colour::grey, true};
}

// A median of a count is a step function; its mean tells more.
double point_prediction(const HeldOut& rows, Eigen::Index i, bool real) {
  return real ? rows.predicted.quantiles(i, kMedian) : rows.predicted.mean[i];
}

struct Residuals {
  std::vector<double> predicted;
  std::vector<double> observed;
  std::vector<double> residual;
  std::string note;
};

Residuals residuals(const TestResults& test, bool real) {
  const std::vector<Eigen::Index> places = counted(test.rows);
  Residuals out;
  for (const std::size_t k : spread_places(places.size(), kMostDots)) {
    const double predicted = point_prediction(test.rows, places[k], real);
    const double observed = test.rows.target[places[k]];
    if (!std::isfinite(predicted)) continue;
    out.predicted.push_back(predicted);
    out.observed.push_back(observed);
    out.residual.push_back(observed - predicted);
  }
  if (out.predicted.size() < places.size())
    out.note = fmt::format("{} of {} rows shown", out.predicted.size(),
                           shown_count(static_cast<double>(places.size())));
  return out;
}

std::vector<Panel> residual_panels(const TestResults& test, bool real, const std::string& target) {
  const Residuals at = residuals(test, real);
  const std::string x_label =
      fmt::format("predicted {} of {}", real ? "median" : "mean", shortened(target, 40));
  Panel observed;
  observed.title = "Observed and predicted";
  observed.note = at.note;
  observed.dots.push_back({"", at.predicted, at.observed, Colour::blue});
  const std::vector<std::vector<double>> both{at.predicted, at.observed};
  observed.x = fitted_axis(x_label, false, {both.data(), 1});
  observed.y = fitted_axis("observed", false, both);
  observed.lines.push_back(diagonal(observed.y.low, observed.y.high, "equal"));
  Panel residual;
  residual.title = "Residuals";
  residual.note = at.note;
  residual.dots.push_back({"", at.predicted, at.residual, Colour::blue});
  residual.x = observed.x;
  const std::vector<std::vector<double>> heights{at.residual, {0.0}};
  residual.y = fitted_axis("observed − predicted", false, heights);
  residual.lines.push_back({"", {residual.x.low, residual.x.high}, {0.0, 0.0}, Colour::grey, true});
  return {std::move(observed), std::move(residual)};
}

struct WeightedPit {
  std::vector<double> value;
  std::vector<double> weight;
  double total = 0.0;
  double effective = 0.0;  // rows that would vary as much
};

WeightedPit weighted_pit(const TestResults& test) {
  WeightedPit out;
  double squares = 0.0;
  for (Eigen::Index i = 0; i < test.pit.size(); ++i) {
    const double weight = test.rows.weight[i];
    if (std::isnan(test.pit[i]) || !(weight > 0.0)) continue;
    out.value.push_back(test.pit[i]);
    out.weight.push_back(weight);
    out.total += weight;
    squares += weight * weight;
  }
  out.effective = squares > 0.0 ? out.total * out.total / squares : 0.0;
  return out;
}

Panel pit_panel(const WeightedPit& pit) {
  const std::size_t bins = pit.effective < kFewRows ? 10 : 20;
  const double expected = 1.0 / static_cast<double>(bins);
  const double error =
      kTwoSided * std::sqrt(expected * (1.0 - expected) / std::max(pit.effective, 1.0));
  Panel panel;
  panel.title = "Where targets fell in their predicted law (PIT)";
  panel.bars.push_back(histogram(pit.value, pit.weight, 0.0, 1.0, bins, pit.total));
  panel.lines.push_back({"expected", {0.0, 1.0}, {expected, expected}, Colour::orange, true});
  panel.bands.push_back({"95 % of chance",
                         {0.0, 1.0},
                         {std::max(expected - error, 0.0), std::max(expected - error, 0.0)},
                         {expected + error, expected + error},
                         Colour::grey});
  const std::vector<double>& heights = panel.bars.front().heights;
  panel.x = {"probability of less than was observed", false, 0.0, 1.0};
  panel.y = {"share of rows", false, 0.0,
             1.1 * std::max(*std::max_element(heights.begin(), heights.end()), expected + error)};
  return panel;
}

Panel coverage_panel(const WeightedPit& pit, const Evaluation& evaluation) {
  Panel panel;
  panel.title = "Coverage of central intervals";
  Line found{"found", {}, {}, Colour::blue, false};
  Band chance{"95 % of chance", {}, {}, {}, Colour::grey};
  for (int k = 0; k <= 50; ++k) {
    const double level = 0.02 * k;
    double inside = 0.0;
    for (std::size_t i = 0; i < pit.value.size(); ++i)
      if (std::abs(2.0 * pit.value[i] - 1.0) <= level) inside += pit.weight[i];
    found.x.push_back(level);
    found.y.push_back(pit.total > 0.0 ? inside / pit.total : std::nan(""));
    const double error =
        kTwoSided * std::sqrt(level * (1.0 - level) / std::max(pit.effective, 1.0));
    chance.x.push_back(level);
    chance.low.push_back(std::max(level - error, 0.0));
    chance.high.push_back(std::min(level + error, 1.0));
  }
  Dots scored{"as scored", {}, {}, Colour::orange, 4.0};
  for (const ScoreEntry& entry : evaluation.scores) {
    if (entry.score != Score::coverage || !entry.level) continue;
    scored.x.push_back(*entry.level);
    scored.y.push_back(entry.value);
  }
  panel.lines = {diagonal(0.0, 1.0, ""), std::move(found)};
  panel.bands.push_back(std::move(chance));
  panel.dots.push_back(std::move(scored));
  panel.x = {"level of the interval", false, 0.0, 1.0};
  panel.y = {"share of targets inside", false, 0.0, 1.0};
  return panel;
}

Panel reliability_panel(const TestResults& test, const std::string& positive) {
  const ScoredRows rows(span_of(test.rows.target), span_of(test.rows.weight));
  std::vector<double> happened(static_cast<std::size_t>(test.rows.target.size()), 0.0);
  for (const std::size_t i : rows.rows())
    happened[i] = test.rows.target[static_cast<Eigen::Index>(i)];
  const Calibration bins = calibration(rows, span_of(test.rows.predicted.mean), happened);
  Panel panel;
  panel.title = "Reliability";
  Dots dots{"found, bins of equal size", {}, {}, Colour::blue, 4.0};
  Line whiskers{"95 % interval", {}, {}, Colour::blue, false};
  const double gap = std::nan("");
  for (const CalibrationBin& bin : bins.bins) {
    // Wilson's interval, which does not vanish where none or all are positive.
    const double n = bin.effective_rows;
    const double z2 = kTwoSided * kTwoSided;
    const double middle = (bin.frequency + z2 / (2.0 * n)) / (1.0 + z2 / n);
    const double half = kTwoSided / (1.0 + z2 / n) *
                        std::sqrt(bin.frequency * (1.0 - bin.frequency) / n + z2 / (4.0 * n * n));
    dots.x.push_back(bin.probability);
    dots.y.push_back(bin.frequency);
    whiskers.x.insert(whiskers.x.end(), {bin.probability, bin.probability, gap});
    whiskers.y.insert(whiskers.y.end(), {middle - half, middle + half, gap});
  }
  panel.lines = {diagonal(0.0, 1.0, "calibrated"), std::move(whiskers)};
  panel.dots.push_back(std::move(dots));
  panel.x = {fmt::format("predicted probability of {}", shortened(positive, 30)), false, -0.02,
             1.02};
  panel.y = {fmt::format("share of {}", shortened(positive, 30)), false, -0.02, 1.02};
  return panel;
}

Panel probability_panel(const TestResults& test, const std::string& negative,
                        const std::string& positive) {
  Panel panel;
  panel.title = "Predicted probabilities";
  double highest = 1.0;
  for (const bool is_positive : {false, true}) {
    std::vector<double> values;
    for (const Eigen::Index i : counted(test.rows))
      if ((test.rows.target[i] > 0.5) == is_positive) values.push_back(test.rows.predicted.mean[i]);
    Bars bars = histogram(values, {}, 0.0, 1.0, 20);
    bars.label = fmt::format("rows of {}", shortened(is_positive ? positive : negative, 20));
    bars.colour = is_positive ? Colour::orange : Colour::blue;
    highest = std::max(highest, *std::max_element(bars.heights.begin(), bars.heights.end()));
    panel.bars.push_back(std::move(bars));
  }
  panel.x = {fmt::format("predicted probability of {}", shortened(positive, 30)), false, 0.0, 1.0};
  panel.y = {"rows", false, 0.0, 1.08 * highest};
  return panel;
}

}  // namespace

std::vector<Panel> label_panels(const TestResults& test, const Labels& labels) {
  const std::string positive = label_name(labels.positive);
  const std::string negative = label_name(labels.negative);
  return {reliability_panel(test, positive), probability_panel(test, negative, positive)};
}

std::vector<Panel> number_panels(const TestResults& test, bool real, const std::string& target) {
  const WeightedPit pit = weighted_pit(test);
  std::vector<Panel> panels{pit_panel(pit), coverage_panel(pit, test.evaluation)};
  for (Panel& panel : residual_panels(test, real, target)) panels.push_back(std::move(panel));
  return panels;
}

}  // namespace phigp
