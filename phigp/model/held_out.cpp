#include "phigp/model/held_out.h"

#include <algorithm>
#include <utility>

#include "phigp/io/data_error.h"
#include "phigp/model/row_encoder.h"

namespace phigp {

namespace {

// None unless the model has weights and the table their column.
const Column* weights_of(const FittedModel& model, const Table& table) {
  const std::string& name = model.encoding().weights;
  const Column* column = name.empty() ? nullptr : table.find(name);
  if (column != nullptr) static_cast<void>(numbers_of(table, *column));  // throws for text
  return column;
}

// In the units of the predictions: labels as 0 and 1.
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

}  // namespace

const std::vector<double>& scored_quantiles() {
  static const std::vector<double> levels{0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975};
  return levels;
}

HeldOut unfilled_rows(Eigen::Index rows, bool with_cdf) {
  HeldOut empty;
  Predictions& predicted = empty.predicted;
  for (Vector* column : {&empty.target, &empty.weight, &empty.log_density, &predicted.mean,
                         &predicted.sd, &predicted.latent_mean, &predicted.latent_sd})
    column->resize(rows);
  for (Vector* column : {&empty.cdf_below, &empty.cdf}) column->resize(with_cdf ? rows : 0);
  predicted.quantiles.resize(rows, static_cast<Eigen::Index>(scored_quantiles().size()));
  predicted.draws.resize(rows, 0);
  return empty;
}

void copy_rows(const HeldOut& from, Eigen::Index first, Eigen::Index count, HeldOut& to,
               Eigen::Index at) {
  const auto copy = [&](const Vector& source, Vector& target) {
    if (source.size() > 0) target.segment(at, count) = source.segment(first, count);
  };
  const Predictions& source = from.predicted;
  Predictions& target = to.predicted;
  copy(from.target, to.target);
  copy(from.weight, to.weight);
  copy(from.log_density, to.log_density);
  copy(from.cdf_below, to.cdf_below);
  copy(from.cdf, to.cdf);
  copy(source.mean, target.mean);
  copy(source.sd, target.sd);
  copy(source.latent_mean, target.latent_mean);
  copy(source.latent_sd, target.latent_sd);
  target.quantiles.middleRows(at, count) = source.quantiles.middleRows(first, count);
  if (source.label.empty()) return;
  const auto label = source.label.begin() + first;
  target.label.insert(target.label.end(), label, label + count);
}

// Columns of the model, in its order.
void add_cells(const std::vector<CellCount>& more, std::vector<CellCount>& all) {
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

HeldOut predict_held_out(const FittedModel& model, const Table& table, int threads,
                         const Watcher& watch) {
  HeldOutChunks chunks(model, table, threads, watch);
  HeldOut all = unfilled_rows(static_cast<Eigen::Index>(table.rows()), chunks.have_cdf());
  Eigen::Index at = 0;
  for (HeldOut chunk; chunks.next(chunk); at += chunk.target.size()) {
    copy_rows(chunk, 0, chunk.target.size(), all, at);
    add_cells(chunk.predicted.unseen, all.predicted.unseen);
  }
  return all;
}

HeldOutChunks::HeldOutChunks(const FittedModel& model, const Table& table, int threads,
                             Watcher watch, std::size_t rows_at_once)
    : model_(model),
      table_(table),
      settings_{.quantiles = scored_quantiles(), .threads = threads},
      watch_(std::move(watch)),
      rows_at_once_(rows_at_once),
      weights_(weights_of(model, table)),
      counted_(count_rows()),
      pit_rows_(counted_) {}

// Of others it costs a hundred times as much as everything else: test_results() has it.
bool HeldOutChunks::have_cdf() const {
  return model_.predictor().likelihood().is_location_family();
}

// What the table says of the chunk from this row on.
HeldOut HeldOutChunks::observed(std::size_t first) const {
  const std::size_t count = std::min(rows_at_once_, table_.rows() - first);
  HeldOut rows;
  rows.target = observed_targets(model_, table_, first, count);
  rows.weight = Vector::Ones(rows.target.size());
  for (std::size_t k = 0; weights_ != nullptr && k < count; ++k)
    rows.weight[static_cast<Eigen::Index>(k)] = weight_at(table_, *weights_, first + k);
  return rows;
}

// Reads targets and weights once, so that what cannot be scored is refused before the long work.
std::size_t HeldOutChunks::count_rows() const {
  std::size_t counted = 0;
  for (std::size_t first = 0; first < table_.rows(); first += rows_at_once_) {
    const HeldOut rows = observed(first);
    for (Eigen::Index i = 0; i < rows.target.size(); ++i) counted += rows.counts(i) ? 1 : 0;
  }
  require_data(counted > 0, table_.source(), "",
               "must have a row with a target and a weight above 0");
  return counted;
}

bool HeldOutChunks::next(HeldOut& chunk) {
  if (first_ == table_.rows()) return false;
  chunk = observed(first_);
  const auto count = static_cast<std::size_t>(chunk.target.size());
  chunk.predicted = predict(model_, table_, first_, count, settings_);
  chunk.log_density = predictive_log_density(model_, table_, first_, count, settings_.threads);
  if (have_cdf())
    add_target_cdf(model_, table_, first_, pit_rows_.next(chunk), settings_.threads, chunk);
  first_ += count;
  if (watch_) watch_({"rows", static_cast<int>(first_), static_cast<int>(table_.rows())});
  return true;
}

}  // namespace phigp
