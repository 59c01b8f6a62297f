#include "phigp/model/test_results.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_set>

#include "phigp/base/span_of.h"
#include "phigp/base/threads.h"

namespace phigp {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kScoredAtOnce = 16;  // rows per block of work

// P(Y < y) and P(Y <= y) of the rows that are looked at, NaN elsewhere. Equal for real y.
struct Cdf {
  Vector below;
  Vector at;
};

Cdf cdf_at_targets(const FittedModel& model, const Table& table, const HeldOut& rows, int threads) {
  const DataEncoding& encoding = model.encoding();
  const bool real = encoding.domain == Domain::real;
  const Standardisation unit = real ? encoding.response : Standardisation{};
  // Of the rows that count: in a table of few of these a stride over all rows may miss each.
  std::vector<std::size_t> counted;
  for (Eigen::Index i = 0; i < rows.target.size(); ++i)
    if (!std::isnan(rows.target[i]) && rows.weight[i] > 0.0)
      counted.push_back(static_cast<std::size_t>(i));
  const Column* trials = encoding.trials.empty() ? nullptr : &table.at(encoding.trials);
  constexpr std::size_t kMost = TestResults::kMostPitRows;
  const std::size_t stride = std::max<std::size_t>(1, (counted.size() + kMost - 1) / kMost);
  Cdf cdf{Vector::Constant(rows.target.size(), kNan), Vector::Constant(rows.target.size(), kNan)};
  const std::size_t looked_at = (counted.size() + stride - 1) / stride;
  const auto of_row = [&](std::size_t row) {
    const auto i = static_cast<Eigen::Index>(row);
    const double m = unit.apply(rows.predicted.latent_mean[i]);
    const double sd = rows.predicted.latent_sd[i] / unit.scale;
    const Row at{unit.apply(rows.target[i]),
                 trials == nullptr ? 1.0 : complete_number(table, *trials, row)};
    cdf.at[i] = model.predictor().cdf(at, m, sd * sd);
    cdf.below[i] = cdf.at[i];
    if (!real)
      cdf.below[i] = at.y > 0.0 ? model.predictor().cdf({at.y - 1.0, at.trials}, m, sd * sd) : 0.0;
  };
  Threads(threads).for_each_block((looked_at + kScoredAtOnce - 1) / kScoredAtOnce,
                                  [&](std::size_t block) {
                                    for (std::size_t k = block * kScoredAtOnce;
                                         k < std::min(looked_at, (block + 1) * kScoredAtOnce); ++k)
                                      of_row(counted[k * stride]);
                                  });
  return cdf;
}

void add_pit(const FittedModel& model, const Table& table, int threads, std::uint64_t seed,
             TestResults& results) {
  const Cdf cdf = cdf_at_targets(model, table, results.rows, threads);
  Stream stream({.seed = seed, .purpose = Purpose::target, .chain = 0, .index = 0});
  results.pit = randomised_pit(span_of(cdf.below), span_of(cdf.at), stream);
  Vector looked_at = results.rows.target;
  bool any = false;
  for (Eigen::Index i = 0; i < looked_at.size(); ++i) {
    if (std::isnan(results.pit[i])) looked_at[i] = kNan;
    any = any || !std::isnan(looked_at[i]);
  }
  if (!any) return;
  results.uniformity = uniformity(ScoredRows(span_of(looked_at), span_of(results.rows.weight)),
                                  span_of(results.pit));
}

// What the model knew of a row when it learned from it, to the last bit.
std::string fingerprint(const Points& X, Eigen::Index row, double y, double trials) {
  std::string bytes;
  const auto add = [&](double value) {
    const double same_zero = value + 0.0;
    bytes.append(reinterpret_cast<const char*>(&same_zero), sizeof same_zero);
  };
  for (Eigen::Index j = 0; j < X.cols(); ++j) add(X(row, j));
  add(y);
  add(trials);
  return bytes;
}

std::size_t rows_seen_in_training(const FittedModel& model, const Table& table,
                                  const HeldOut& rows) {
  constexpr std::size_t kEncodedAtOnce = 4096;  // rows encoded at a time
  const TrainingSet& training = model.training();
  if (training.X.rows() == 0) return 0;
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; i < training.rows.size(); ++i)
    known.insert(fingerprint(training.X, static_cast<Eigen::Index>(i), training.rows[i].y,
                             training.rows[i].trials));
  std::size_t seen = 0;
  for (std::size_t first = 0; first < table.rows(); first += kEncodedAtOnce) {
    const std::size_t count = std::min(kEncodedAtOnce, table.rows() - first);
    const EncodedInputs inputs = encode_inputs(table, model.encoding(), first, count);
    const Vector y = encode_targets(table, model.encoding(), first, count);
    for (std::size_t k = 0; k < count; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const auto row = static_cast<Eigen::Index>(first + k);
      if (std::isnan(y[i]) || !(rows.weight[row] > 0.0)) continue;
      seen += known.count(fingerprint(inputs.X, i, y[i], inputs.trials[k]));
    }
  }
  return seen;
}

std::vector<WorstRow> worst_rows(const Table& table, const Column& target, const HeldOut& rows) {
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < rows.target.size(); ++i)
    if (!std::isnan(rows.log_density[i]) && rows.weight[i] > 0.0) order.push_back(i);
  const auto count = std::min(order.size(), TestResults::kWorstRows);
  // Of equal ones the first of the table, so that the order is the same everywhere.
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](Eigen::Index a, Eigen::Index b) {
                      return std::pair(rows.log_density[a], a) < std::pair(rows.log_density[b], b);
                    });
  std::vector<WorstRow> worst;
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = static_cast<std::size_t>(order[k]);
    worst.push_back({order[k], table.row_number(row), target.text(row)});
  }
  return worst;
}

}  // namespace

TestResults test_results(const FittedModel& model, const Table& table, int threads,
                         std::uint64_t seed) {
  TestResults results;
  results.source = table.source();
  results.rows = predict_held_out(model, table, threads);
  results.evaluation = score(results.rows, model.encoding().domain, seed);
  results.table_rows = table.rows();
  results.seen = rows_seen_in_training(model, table, results.rows);
  results.worst = worst_rows(table, table.at(model.encoding().target), results.rows);
  if (model.encoding().domain != Domain::label) add_pit(model, table, threads, seed, results);
  return results;
}

}  // namespace phigp
