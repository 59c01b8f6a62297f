// f along single features: what the model learned, without a table to predict.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/report/kernel_units.h"
#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostPanels = 4;
constexpr std::size_t kMostCurves = 60;
constexpr double kLeastSpread = 0.02;  // of the largest, for a curve to be shown
constexpr Eigen::Index kPoints = 81;
constexpr double kHalfWidth = 1.6449;  // of a 90 % interval, in standard deviations
constexpr double kReach = 2.5;         // of a feature whose range is not known, in its own unit

// A feature that is a number, and the column it comes from.
struct Place {
  const FeatureColumn* column = nullptr;
  Eigen::Index feature = 0;
};

std::vector<Place> varying_numbers(const FeatureEncoding& features) {
  std::vector<Place> places;
  Eigen::Index feature = 0;
  for (const FeatureColumn& column : features.columns()) {
    if (column.kind == ColumnKind::number && !column.constant) places.push_back({&column, feature});
    feature += static_cast<Eigen::Index>(column.width());
  }
  return places;
}

// Of many features those along which the prior lets f change most: a curve costs predictions.
void keep_likeliest(const FittedModel& model, std::vector<Place>& places) {
  if (places.size() <= kMostCurves) return;
  const std::vector<KernelUnit> units = kernel_units(model);
  const std::vector<double>& mean = model.values().mean.coefficients();
  const auto sensitivity = [&](const Place& place) {
    const auto feature = static_cast<std::size_t>(place.feature);
    double most = feature + 1 < mean.size() ? std::abs(mean[feature + 1]) : 0.0;
    for (const KernelUnit& unit : units) most = std::max(most, unit.sensitivity(feature));
    return most;
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](const Place& a, const Place& b) { return sensitivity(a) > sensitivity(b); });
  places.resize(kMostCurves);
}

// Numbers at their mean, text at its commonest category.
Eigen::RowVectorXd ordinary_input(const FeatureEncoding& features) {
  Eigen::RowVectorXd x = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(features.width()));
  Eigen::Index first = 0;
  for (const FeatureColumn& column : features.columns()) {
    if (column.kind == ColumnKind::number) {
      x[first] = column.standardisation.apply(column.mean);
    } else {
      x[first + static_cast<Eigen::Index>(column.commonest)] = 1.0;
    }
    first += static_cast<Eigen::Index>(column.width());
  }
  return x;
}

std::pair<double, double> range_of(const FittedModel& model, const Place& place) {
  const Points& known =
      model.sparse() && model.training().X.rows() == 0 ? model.sparse()->Z : model.training().X;
  if (known.rows() > 1) {
    const double low = known.col(place.feature).minCoeff();
    const double high = known.col(place.feature).maxCoeff();
    if (high > low) return {low, high};
  }
  const double middle = place.column->standardisation.apply(place.column->mean);
  return {middle - kReach, middle + kReach};
}

// What f means: a probability, an expected count, or the target itself.
double shown_value(const FittedModel& model, double f) {
  switch (model.encoding().domain) {
    case Domain::real:
      return model.encoding().response.undo(f);
    case Domain::label:
      return model.predictor().conditional().probability(f);
    default:
      return model.predictor().conditional().mean(f, 1.0);
  }
}

std::string value_label(const FittedModel& model) {
  const DataEncoding& encoding = model.encoding();
  switch (encoding.domain) {
    case Domain::real:
      return fmt::format("f, in units of {}", encoding.target);
    case Domain::label:
      return fmt::format("probability of {}", label_name(encoding.labels.positive));
    case Domain::count:
      return fmt::format("expected {}", encoding.target);
    case Domain::successes:
      return "probability of success";
  }
  return "";
}

Panel effect_panel(const FittedModel& model, const Place& place) {
  const auto [low, high] = range_of(model, place);
  Points X = ordinary_input(model.encoding().features).replicate(kPoints, 1);
  X.col(place.feature) = Vector::LinSpaced(kPoints, low, high);
  Vector m;
  Vector v;
  model.latent().marginals(X, m, v);
  Panel panel;
  panel.title = "Along " + shortened(place.column->name, 30);
  Line middle;
  Band band;
  for (Eigen::Index i = 0; i < kPoints; ++i) {
    const double sd = std::sqrt(std::max(v[i], 0.0));
    middle.x.push_back(place.column->standardisation.undo(X(i, place.feature)));
    middle.y.push_back(shown_value(model, m[i]));
    band.low.push_back(shown_value(model, m[i] - kHalfWidth * sd));
    band.high.push_back(shown_value(model, m[i] + kHalfWidth * sd));
  }
  band.x = middle.x;
  middle.label = "median";
  band.label = "90 % interval";
  const std::vector<std::vector<double>> ys{middle.y, band.low, band.high};
  panel.y = fitted_axis(value_label(model), false, ys);
  if (model.encoding().domain == Domain::label || model.encoding().domain == Domain::successes)
    panel.y = {value_label(model), false, 0.0, 1.0};
  const auto [left, right] = widened_range(middle.x.front(), middle.x.back());
  panel.x = {shortened(place.column->name, 50), false, left, right};
  panel.lines.push_back(std::move(middle));
  panel.bands.push_back(std::move(band));
  return panel;
}

}  // namespace

Effects effect_panels(const FittedModel& model) {
  std::vector<Place> places = varying_numbers(model.encoding().features);
  Effects effects;
  effects.features = places.size();
  keep_likeliest(model, places);
  std::vector<std::pair<double, Panel>> curves;  // by how far the median moves
  double largest = 0.0;
  for (const Place& place : places) {
    Panel panel = effect_panel(model, place);
    const std::vector<double>& y = panel.lines.front().y;
    const auto [least, most] = std::minmax_element(y.begin(), y.end());
    curves.emplace_back(*most - *least, std::move(panel));
    largest = std::max(largest, curves.back().first);
  }
  std::stable_sort(curves.begin(), curves.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [spread, panel] : curves)
    if (effects.panels.size() < kMostPanels && !(spread < kLeastSpread * largest))
      effects.panels.push_back(std::move(panel));
  return effects;
}

}  // namespace phigp
