#include "phigp/model/evaluate.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/span_of.h"
#include "phigp/diagnostics/classification_scores.h"
#include "phigp/diagnostics/numeric_scores.h"
#include "phigp/io/data_error.h"
#include "phigp/model/target_cdf.h"

namespace phigp {

namespace {

constexpr std::size_t kChunk = 4096;  // rows predicted at a time

// The targets in the units of the predictions: labels as 0 and 1.
Vector observed_targets(const FittedModel& model, const Table& table, std::size_t first,
                        std::size_t count) {
  const DataEncoding& encoding = model.encoding();
  Vector y = encode_targets(table, encoding, first, count);
  for (double& value : y) {
    if (encoding.domain == Domain::label) value = 0.5 * (value + 1.0);
    if (encoding.domain == Domain::real) value = encoding.response.undo(value);
  }
  return y;
}

// Columns of the model, in its order.
void add_counts(const std::vector<CellCount>& more, std::vector<CellCount>& all) {
  for (const CellCount& count : more) {
    const auto place = std::find_if(all.begin(), all.end(), [&](const CellCount& known) {
      return known.column == count.column;
    });
    if (place == all.end()) {
      all.push_back(count);
    } else {
      place->cells += count.cells;
    }
  }
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

// Chunk by chunk, so that inputs and covariances of one chunk are held at a time. What stays is
// some numbers per row.
HeldOut predict_held_out(const FittedModel& model, const Table& table, int threads,
                         const Watcher& watch) {
  PredictSettings settings;
  settings.threads = threads;
  settings.quantiles = scored_quantiles();
  const auto all = static_cast<Eigen::Index>(table.rows());
  HeldOut rows;
  Predictions& kept = rows.predicted;
  rows.target = observed_targets(model, table, 0, table.rows());  // refuses before any work
  for (Vector* column :
       {&rows.log_density, &kept.mean, &kept.sd, &kept.latent_mean, &kept.latent_sd})
    column->resize(all);
  kept.quantiles.resize(all, static_cast<Eigen::Index>(settings.quantiles.size()));
  kept.draws.resize(all, 0);
  for (std::size_t first = 0; first < table.rows(); first += kChunk) {
    const std::size_t count = std::min(kChunk, table.rows() - first);
    Predictions block = predict(model, table, first, count, settings);
    const auto at = static_cast<Eigen::Index>(first);
    const auto n = static_cast<Eigen::Index>(count);
    rows.log_density.segment(at, n) = predictive_log_density(model, table, first, count, threads);
    kept.mean.segment(at, n) = block.mean;
    kept.sd.segment(at, n) = block.sd;
    kept.latent_mean.segment(at, n) = block.latent_mean;
    kept.latent_sd.segment(at, n) = block.latent_sd;
    kept.quantiles.middleRows(at, n) = block.quantiles;
    kept.label.insert(kept.label.end(), block.label.begin(), block.label.end());
    add_counts(block.unseen, kept.unseen);
    if (watch) watch({"rows", static_cast<int>(first + count), static_cast<int>(table.rows())});
  }
  rows.weight = Vector::Ones(rows.target.size());
  const std::string& weights = model.encoding().weights;
  if (!weights.empty() && table.find(weights) != nullptr) {
    const std::span<const double> given = complete_numbers(table, weights);
    for (std::size_t i = 0; i < given.size(); ++i)
      require_data(given[i] >= 0.0, table.place(i, table.at(weights)), given[i],
                   "must not be negative");
    rows.weight = Eigen::Map<const Vector>(given.data(), rows.target.size());
  }
  require_data((rows.weight.array() > 0.0 && !rows.target.array().isNaN()).any(), table.source(),
               "", "must have a row with a target and a weight above 0");
  // Of others it costs a hundred times as much as everything else: test_results() has it.
  if (model.predictor().likelihood().is_location_family())
    add_target_cdf(model, table, threads, rows);
  return rows;
}

Vector pit_of(const HeldOut& rows, std::uint64_t seed) {
  if (rows.cdf.size() == 0) return {};
  Stream stream({.seed = seed, .purpose = Purpose::target, .chain = 0, .index = 0});
  return randomised_pit(span_of(rows.cdf_below), span_of(rows.cdf), stream);
}

std::optional<Uniformity> uniformity_of(const HeldOut& rows, const Vector& pit) {
  Vector known = rows.target;
  bool any = false;
  for (Eigen::Index i = 0; i < pit.size(); ++i) {
    if (std::isnan(pit[i])) known[i] = pit[i];
    any = any || !std::isnan(known[i]);
  }
  if (!any) return std::nullopt;
  return uniformity(ScoredRows(span_of(known), span_of(rows.weight)), span_of(pit));
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
  if (const auto pit = uniformity_of(rows, pit_of(rows, seed)))
    result.scores.push_back(
        {.score = Score::pit_distance, .value = pit->distance, .p_value = pit->p_value});
  return result;
}

Evaluation evaluate(const FittedModel& model, const Table& table, int threads, std::uint64_t seed,
                    const Watcher& watch) {
  return score(predict_held_out(model, table, threads, watch), model.encoding().domain, seed);
}

}  // namespace phigp
