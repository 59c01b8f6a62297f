#include "phigp/model/test_results.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "phigp/model/target_cdf.h"

namespace phigp {

namespace {

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
  if (results.rows.cdf.size() == 0 && model.encoding().domain != Domain::label)
    add_target_cdf(model, table, threads, results.rows);
  results.evaluation = score(results.rows, model.encoding().domain, seed);
  results.table_rows = table.rows();
  results.seen = rows_seen_in_training(model, table, results.rows);
  results.worst = worst_rows(table, table.at(model.encoding().target), results.rows);
  results.pit = pit_of(results.rows, seed);
  results.uniformity = uniformity_of(results.rows, results.pit);
  return results;
}

}  // namespace phigp
