#include "phigp/inference/sparse/inducing_inputs.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/inference/low_rank_prior.h"
#include "phigp/inference/sparse/kmeans.h"

namespace phigp {

namespace {

// Rows that are looked at: enough for clusters to stand still, few enough to take a second.
constexpr Eigen::Index kRowsPerInput = 50;
constexpr Eigen::Index kLeastRows = 20000;
// Where there are this many times as many, Lloyd's steps are fewer and mini-batches of so many rows
// follow.
constexpr Eigen::Index kBatchedTimes = 5;
constexpr int kSteps = 10;
constexpr int kStepsBeforeBatches = 5;
constexpr Eigen::Index kMostGreedyRows = 10000;
constexpr double kLeastVariance = 1e-10;    // share of the largest, at which greedy choice ends
constexpr std::uint32_t kSubsetStream = 1;  // chain numbers of Purpose::selection
constexpr std::uint32_t kClusterStream = 2;

Points distinct_rows(const Points& X, Eigen::Index most) {
  const auto less = [&](Eigen::Index a, Eigen::Index b) {
    return std::lexicographical_compare(X.row(a).begin(), X.row(a).end(), X.row(b).begin(),
                                        X.row(b).end());
  };
  std::vector<Eigen::Index> sorted(static_cast<std::size_t>(X.rows()));
  std::iota(sorted.begin(), sorted.end(), 0);
  std::stable_sort(sorted.begin(), sorted.end(), less);
  std::vector<Eigen::Index> kept;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (k == 0 || less(sorted[k - 1], sorted[k])) kept.push_back(sorted[k]);
  }
  std::sort(kept.begin(), kept.end());  // rows came in random order
  if (static_cast<Eigen::Index>(kept.size()) > most) kept.resize(static_cast<std::size_t>(most));
  return X(kept, Eigen::all);
}

TrainingSet rows_to_choose_from(const RowSource& rows, Eigen::Index count, InducingChoice choice,
                                std::uint64_t seed) {
  Eigen::Index most = std::max(kLeastRows, kRowsPerInput * count);
  if (choice == InducingChoice::greedy) most = std::max(kMostGreedyRows, 2 * count);
  TrainingSet sample;
  rows.gather(random_rows(rows.size(), most, seed), sample);
  return sample;
}

Points clusters(const RowSource& rows, const TrainingSet& sample, Eigen::Index count,
                std::uint64_t seed, const Threads& threads, const Watcher& watch) {
  const Eigen::Index batched = kBatchedTimes * sample.X.rows();
  const bool batches = rows.size() >= batched;
  Stream stream({.seed = seed, .purpose = Purpose::selection, .chain = kClusterStream, .index = 0});
  Points centres = kmeans_centres(sample.X, sample.weights, count, stream, threads, watch,
                                  batches ? kStepsBeforeBatches : kSteps);
  if (batches) improve_centres(rows, batched, seed, threads, watch, centres);
  return centres;
}

Points greedy_rows(const Points& X, const Kernel& kernel, Eigen::Index count) {
  const LowRankFactor factor = smooth_factor(kernel, X, kLeastVariance, count);
  if (factor.pivots.empty()) return X.topRows(1);
  return X(factor.pivots, Eigen::all);
}

}  // namespace

InducingChoice inducing_choice(const std::string& name) {
  for (const InducingChoice choice :
       {InducingChoice::kmeans, InducingChoice::greedy, InducingChoice::random}) {
    if (to_text(choice) == name) return choice;
  }
  const std::vector<std::string> known{"kmeans", "greedy", "random"};
  throw InvalidInput("choice of inducing inputs", name, unknown_name_rule(name, known));
}

std::string to_text(InducingChoice choice) {
  switch (choice) {
    case InducingChoice::kmeans:
      return "kmeans";
    case InducingChoice::greedy:
      return "greedy";
    case InducingChoice::random:
      break;
  }
  return "random";
}

std::vector<Eigen::Index> random_rows(Eigen::Index rows, Eigen::Index count, std::uint64_t seed) {
  count = std::min(count, rows);
  Stream stream({.seed = seed, .purpose = Purpose::selection, .chain = kSubsetStream, .index = 0});
  // Floyd's algorithm: memory for the chosen alone.
  std::unordered_set<Eigen::Index> seen;
  std::vector<Eigen::Index> chosen;
  for (Eigen::Index j = rows - count; j < rows; ++j) {
    const auto drawn = static_cast<Eigen::Index>(stream.uniform() * static_cast<double>(j + 1));
    const Eigen::Index row = seen.contains(drawn) ? j : drawn;
    seen.insert(row);
    chosen.push_back(row);
  }
  for (std::size_t k = chosen.size(); k > 1; --k) {
    const auto other = static_cast<std::size_t>(stream.uniform() * static_cast<double>(k));
    std::swap(chosen[k - 1], chosen[other]);
  }
  return chosen;
}

Points choose_inducing(const RowSource& rows, Eigen::Index count, InducingChoice choice,
                       const Kernel& kernel, std::uint64_t seed, const Threads& threads,
                       const Watcher& watch) {
  require(count > 0, "inducing inputs", static_cast<double>(count), "must be at least 1");
  require(rows.size() > 0, "training rows", "0", "must be at least 1");
  const TrainingSet sample = rows_to_choose_from(rows, count, choice, seed);
  if (choice == InducingChoice::random) return distinct_rows(sample.X, count);
  if (choice == InducingChoice::greedy) return greedy_rows(sample.X, kernel, count);
  return clusters(rows, sample, count, seed, threads, watch);
}

}  // namespace phigp
