#include "phigp/model/evaluate.h"

#include <cmath>

#include "phigp/base/span_of.h"
#include "phigp/diagnostics/classification_scores.h"
#include "phigp/diagnostics/numeric_scores.h"

namespace phigp {

namespace {

constexpr Eigen::Index kMedian = 3;  // of scored_quantiles()

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

template <class Given>
Given given_numbers(const HeldOut& rows) {
  const std::vector<double>& levels = scored_quantiles();
  Given given;
  given.mean = rows.predicted.mean;
  given.median = rows.predicted.quantiles.col(kMedian);
  given.log_density = rows.log_density;
  given.levels = Eigen::Map<const Vector>(levels.data(), static_cast<Eigen::Index>(levels.size()));
  given.quantiles = rows.predicted.quantiles;
  return given;
}

}  // namespace

const std::vector<double>& scored_quantiles() {
  static const std::vector<double> levels{0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975};
  return levels;
}

HeldOut predict_held_out(const FittedModel& model, const Table& table, int threads) {
  PredictSettings settings;
  settings.threads = threads;
  settings.quantiles = scored_quantiles();
  HeldOut rows;
  rows.predicted = predict(model, table, 0, table.rows(), settings);
  rows.target = observed_targets(model, table);
  rows.log_density = predictive_log_density(model, table, threads);
  rows.weight = Vector::Ones(rows.target.size());
  const std::string& weights = model.encoding().weights;
  if (!weights.empty() && table.find(weights) != nullptr) {
    const std::span<const double> given = complete_numbers(table, weights);
    rows.weight = Eigen::Map<const Vector>(given.data(), rows.target.size());
  }
  return rows;
}

Evaluation score(const HeldOut& rows, Domain domain, std::uint64_t seed) {
  Evaluation result;
  result.unseen = rows.predicted.unseen;
  const auto keep = [&](const auto& scores) {
    result.rows = scores.rows;
    result.missing = scores.missing;
    result.scores = scores.table();
  };
  const std::span<const double> y = span_of(rows.target);
  const std::span<const double> weights = span_of(rows.weight);
  if (domain == Domain::label) {
    keep(score_classification(y, two_class_probabilities(rows.predicted.mean), weights));
  } else if (domain == Domain::real) {
    keep(score_regression(y, given_numbers<RegressionPredictions>(rows), weights));
  } else {
    Stream stream({.seed = seed, .purpose = Purpose::target, .chain = 0, .index = 0});
    keep(score_counts(y, given_numbers<CountPredictions>(rows), stream, weights));
  }
  return result;
}

Evaluation evaluate(const FittedModel& model, const Table& table, int threads, std::uint64_t seed) {
  return score(predict_held_out(model, table, threads), model.encoding().domain, seed);
}

}  // namespace phigp
