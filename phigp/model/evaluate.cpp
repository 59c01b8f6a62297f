#include "phigp/model/evaluate.h"

#include <cmath>

#include "phigp/base/span_of.h"

namespace phigp {

namespace {

// Of the PIT: one number of it for each row of the table.
Stream randomising(std::uint64_t seed) {
  return Stream({.seed = seed, .purpose = Purpose::target, .chain = 0, .index = 0});
}

NumericPredictions given_numbers(const HeldOut& rows) {
  NumericPredictions given;
  given.mean = rows.predicted.mean;
  given.median = rows.predicted.quantiles.col(kMedian);
  given.log_density = rows.log_density;
  given.levels = as_vector(scored_quantiles());
  given.quantiles = rows.predicted.quantiles;
  return given;
}

// Both count rows from `first`.
Vector pit_from(Stream& stream, const HeldOut& rows, std::size_t first) {
  return randomised_pit(span_of(rows.cdf_below), span_of(rows.cdf), stream, first);
}

void add_known(const HeldOut& rows, const Vector& pit, std::size_t first,
               RunningUniformity& uniformity) {
  if (pit.size() == 0) return;
  Vector known = rows.target;
  for (Eigen::Index i = 0; i < pit.size(); ++i)
    if (std::isnan(pit[i])) known[i] = pit[i];
  uniformity.add(ScoredRows(span_of(known), span_of(rows.weight), first), span_of(pit));
}

}  // namespace

RunningEvaluation::RunningEvaluation(Domain domain, std::uint64_t seed)
    : domain_(domain), stream_(randomising(seed)) {}

void RunningEvaluation::expect(std::size_t rows) {
  if (domain_ == Domain::label) labels_.expect(rows);
}

void RunningEvaluation::add(const HeldOut& rows) {
  add_cells(rows.predicted.unseen, unseen_);
  const std::span<const double> y = span_of(rows.target);
  const std::span<const double> weights = span_of(rows.weight);
  if (domain_ == Domain::label) {
    labels_.add(y, two_class_probabilities(rows.predicted.mean), weights);
    return;
  }
  const std::size_t first = tally_.total();
  numbers_.add(tally_.next(y, weights), y, given_numbers(rows));
  add_known(rows, pit_from(stream_, rows, first), first, pit_);
}

Evaluation RunningEvaluation::result() {
  Evaluation result;
  result.unseen = unseen_;
  const auto keep = [&](const auto& scores) {
    result.rows = scores.rows;
    result.missing = scores.missing;
    result.scores = scores.table();
  };
  if (domain_ == Domain::label) {
    keep(labels_.scores());
  } else {
    NumericScores scores = numbers_.scores(tally_);
    if (pit_.count() > 0) scores.pit = pit_.value();
    keep(scores);
  }
  return result;
}

Vector pit_of(const HeldOut& rows, std::uint64_t seed) {
  Stream stream = randomising(seed);
  return pit_from(stream, rows, 0);
}

std::optional<Uniformity> uniformity_of(const HeldOut& rows, const Vector& pit) {
  RunningUniformity running;
  add_known(rows, pit, 0, running);
  if (running.count() == 0) return std::nullopt;
  return running.value();
}

Evaluation score(const HeldOut& rows, Domain domain, std::uint64_t seed) {
  RunningEvaluation running(domain, seed);
  running.add(rows);
  return running.result();
}

Evaluation evaluate(const FittedModel& model, const Table& table, int threads, std::uint64_t seed,
                    const Watcher& watch) {
  HeldOutChunks chunks(model, table, threads, watch);
  RunningEvaluation running(model.encoding().domain, seed);
  running.expect(chunks.counted());
  for (HeldOut chunk; chunks.next(chunk);) running.add(chunk);
  return running.result();
}

}  // namespace phigp
