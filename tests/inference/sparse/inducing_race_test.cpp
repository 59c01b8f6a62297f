// Which of several sets of inducing inputs is taken.
#include "phigp/inference/sparse/inducing_race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "phigp/inference/sparse/sparse_fit.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

TEST(InducingRace, TakesTheHighestBoundWithItsPosteriorInAnyOrder) {
  const TrainingSet rows = small_data(Domain::real, 200);
  const Hyperparameters values = small_model("student-t");
  const Threads threads(1);
  const SparseBound bound(rows, threads);
  const std::vector<double> c2(200, 0.6);
  const Points good = rows.X(Eigen::seq(0, 199, 20), Eigen::all);
  const Points fair = rows.X(Eigen::seq(0, 99, 10), Eigen::all);
  const Points poor = good.array() + 50.0;  // explains nothing
  const Points none(0, 2);                  // throws
  const std::vector<Points> all{good, fair, poor, none};
  const auto expected = bound.at(values, good, c2);
  ASSERT_GT(expected.value, bound.at(values, fair, c2).value + 1.0);
  ASSERT_GT(bound.at(values, fair, c2).value, bound.at(values, poor, c2).value + 1.0);

  std::vector<std::size_t> order{0, 1, 2, 3};
  do {
    std::vector<Points> candidates;
    for (const std::size_t j : order) candidates.push_back(all[j]);
    const auto best = inducing_race(bound, values, c2, candidates);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->Z, good);
    EXPECT_EQ(best->bound, expected.value);
    EXPECT_EQ(best->q.b, expected.q.natural().b);
    EXPECT_EQ(best->q.P, expected.q.natural().P);
  } while (std::next_permutation(order.begin(), order.end()));

  const auto last_resort = inducing_race(bound, values, c2, {none, poor, none});
  ASSERT_TRUE(last_resort);
  EXPECT_EQ(last_resort->Z, poor);
}

TEST(InducingRace, HasNoWinnerWhereNoCandidateHasABound) {
  TrainingSet rows = small_data(Domain::real, 50);
  const Hyperparameters values = small_model("gaussian");
  const Threads threads(1);
  const std::vector<double> c2(50, 0.6);
  const Points none(0, 2);  // throws
  EXPECT_FALSE(inducing_race(SparseBound(rows, threads), values, c2, {}));
  EXPECT_FALSE(inducing_race(SparseBound(rows, threads), values, c2, {none, none}));
  // A square that is too large: the bound is not finite, and nothing is thrown.
  const Points Z = rows.X.topRows(5);
  rows.rows[7].y = 1e200;
  const SparseBound bound(rows, threads);
  ASSERT_FALSE(std::isfinite(bound.at(values, Z, c2).value));
  EXPECT_FALSE(inducing_race(bound, values, c2, {Z, none}));
}

// Gaussian noise: the bound does not depend on c^2, and the race can be run again from outside.
// Stopped while it chooses, a fit has the values that its candidates are raced with; stopped after
// one step more, the winner.
TEST(GrowingFit, TakesTheCandidateWithTheHighestBound) {
  const TrainingSet rows = small_data(Domain::real, 7600);
  const RowsInMemory source(rows);
  const Hyperparameters start = small_model("gaussian");
  const Threads threads(2);
  std::set<std::size_t> winners;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SparseFitOptions options;
    options.seed = seed;
    options.max_iterations = 3;
    options.choose_again = InducingChoice::kmeans;
    const Points Z =
        choose_inducing(source, 12, InducingChoice::kmeans, *start.kernel, seed, threads);
    options.watch = [](const Progress& progress) { return progress.phase != "k-means"; };
    const SparseFit before = sparse_fit(source, Z, start, threads, options);
    ASSERT_EQ(before.Z, Z);
    options.watch = [](const Progress& progress) { return progress.rows <= 5000; };
    const SparseFit after = sparse_fit(source, Z, start, threads, options);
    ASSERT_EQ(after.stages.size(), 3U);  // two of learning, and the last look
    const std::vector<Points> candidates = inducing_candidates(
        source, 12, InducingChoice::kmeans, *before.values.kernel, seed, threads);
    const SparseBound bound(rows, threads);
    const std::vector<double> c2(7600, 1.0);
    std::vector<double> values;
    for (const Points& candidate : candidates)
      values.push_back(bound.at(before.values, candidate, c2).value);
    const auto best =
        static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
    EXPECT_EQ(after.Z, candidates[best]) << seed;
    winners.insert(best);
  }
  EXPECT_GT(winners.size(), 1U);  // not always the same place in the list
}

}  // namespace
}  // namespace phigp
