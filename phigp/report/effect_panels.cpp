// f along single features: what the model learned, without a table to predict.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/report/markup.h"
#include "phigp/report/page_sections.h"

namespace phigp {

namespace {

constexpr std::size_t kMostPanels = 4;
constexpr Eigen::Index kPoints = 81;
constexpr double kHalfWidth = 1.6449;  // of a 90 % interval, in standard deviations
constexpr double kReach = 2.5;         // of a feature whose range is not known, in its own unit

// The numeric column behind a feature; null for a category.
struct Place {
  const FeatureColumn* column = nullptr;
  Eigen::Index feature = 0;
};

Place place_of(const FeatureEncoding& features, std::size_t feature) {
  std::size_t first = 0;
  for (const FeatureColumn& column : features.columns()) {
    if (feature < first + column.width()) {
      const bool shown = column.kind == ColumnKind::number && !column.constant;
      return {shown ? &column : nullptr, static_cast<Eigen::Index>(feature)};
    }
    first += column.width();
  }
  return {};
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
      return fmt::format("probability of {}", encoding.labels.positive.value_or("the other label"));
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
  panel.x = {shortened(place.column->name, 50), false, middle.x.front(), middle.x.back()};
  panel.lines.push_back(std::move(middle));
  panel.bands.push_back(std::move(band));
  return panel;
}

}  // namespace

std::vector<Panel> effect_panels(const FittedModel& model) {
  std::vector<Panel> panels;
  for (const std::size_t feature : relevant_features(model)) {
    if (panels.size() >= kMostPanels) break;
    const Place place = place_of(model.encoding().features, feature);
    if (place.column != nullptr) panels.push_back(effect_panel(model, place));
  }
  return panels;
}

}  // namespace phigp
