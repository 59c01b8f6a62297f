#include "phigp/model/evaluate.h"

#include <cmath>

#include "phigp/diagnostics/classification_scores.h"
#include "phigp/diagnostics/numeric_scores.h"
#include "phigp/model/predict.h"

namespace phigp {

namespace {

std::span<const double> span_of(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// The targets in the units of the predictions: labels as 0 and 1.
Vector observed_targets(const FittedModel& model, const Table& table) {
  const DataEncoding& encoding = model.encoding();
  Vector y = encode_targets(table, encoding);
  for (double& value : y) {
    if (encoding.domain == Domain::label) value = 0.5 * (value + 1.0);
    if (encoding.domain == Domain::real) value = encoding.response.undo(value);
  }
  return y;
}

}  // namespace

Evaluation evaluate(const FittedModel& model, const Table& table, int threads, std::uint64_t seed) {
  PredictSettings settings;
  settings.threads = threads;
  settings.quantiles = {0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975};
  const Predictions predicted = predict(model, table, 0, table.rows(), settings);
  const Vector y = observed_targets(model, table);
  Evaluation result;
  result.unseen = predicted.unseen;
  const auto keep = [&](const auto& scores) {
    result.rows = scores.rows;
    result.missing = scores.missing;
    result.scores = scores.table();
  };
  if (model.encoding().domain == Domain::label) {
    keep(score_classification(span_of(y), two_class_probabilities(predicted.mean)));
    return result;
  }
  const Vector levels = Eigen::Map<const Vector>(
      settings.quantiles.data(), static_cast<Eigen::Index>(settings.quantiles.size()));
  const Vector log_density = predictive_log_density(model, table, threads);
  const Vector median = predicted.quantiles.col(3);
  if (model.encoding().domain == Domain::real) {
    RegressionPredictions given;
    given.mean = predicted.mean;
    given.median = median;
    given.log_density = log_density;
    given.levels = levels;
    given.quantiles = predicted.quantiles;
    keep(score_regression(span_of(y), given));
  } else {
    CountPredictions given;
    given.mean = predicted.mean;
    given.median = median;
    given.log_density = log_density;
    given.levels = levels;
    given.quantiles = predicted.quantiles;
    Stream stream({.seed = seed, .purpose = Purpose::target, .chain = 0, .index = 0});
    keep(score_counts(span_of(y), given, stream));
  }
  return result;
}

}  // namespace phigp
