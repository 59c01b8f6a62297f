#include "phigp/inference/sparse/inducing_inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "phigp/base/error.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/kmeans.h"
#include "phigp/inference/sparse/minibatches.h"
#include "phigp/kernels/parse_kernel.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

constexpr InducingChoice kAll[] = {InducingChoice::kmeans, InducingChoice::greedy,
                                   InducingChoice::random};

double squared_error(const Points& X, const Points& centres) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    sum += (centres.rowwise() - X.row(i)).rowwise().squaredNorm().minCoeff();
  return sum;
}

TEST(InducingInputs, AreAsManyAsAskedAndTheSameOnAnyNumberOfThreads) {
  const TrainingSet data = test::small_data(Domain::real, 2000);
  const KernelPtr kernel = parse_kernel("1.3*rbf(ard, lengthscale=[0.8,2])", 2);
  for (const InducingChoice choice : kAll) {
    const Points one = choose_inducing(RowsInMemory(data), 30, choice, *kernel, 5, Threads(1));
    EXPECT_EQ(one.rows(), 30) << to_text(choice);
    EXPECT_EQ(one, choose_inducing(RowsInMemory(data), 30, choice, *kernel, 5, Threads(3)));
    EXPECT_EQ(inducing_choice(to_text(choice)), choice);
    if (choice == InducingChoice::greedy) continue;  // looks at all rows: no chance in it
    EXPECT_NE(one, choose_inducing(RowsInMemory(data), 30, choice, *kernel, 6, Threads(1)));
  }
  EXPECT_THROW(inducing_choice("kmean"), InvalidInput);
}

TEST(InducingInputs, AreFewerWhereRowsRepeat) {
  TrainingSet data = test::small_data(Domain::real, 200);
  for (Eigen::Index i = 7; i < 200; ++i) data.X.row(i) = data.X.row(i % 7);
  const KernelPtr kernel = parse_kernel("1.3*matern12(lengthscale=0.3)", 2);
  for (const InducingChoice choice : kAll) {
    const Points Z = choose_inducing(RowsInMemory(data), 30, choice, *kernel, 5, Threads(1));
    EXPECT_EQ(Z.rows(), 7) << to_text(choice);
    EXPECT_LT(squared_error(data.X, Z), 1e-20) << to_text(choice);
  }
}

TEST(InducingInputs, GreedyLeavesLessVarianceThanRandom) {
  const TrainingSet data = test::small_data(Domain::real, 500);
  const KernelPtr kernel = parse_kernel("1.3*rbf(ard, lengthscale=[0.3,0.5])", 2);
  const auto left = [&](InducingChoice choice) {
    Matrix A;
    Vector d;
    InducingBasis(kernel, choose_inducing(RowsInMemory(data), 20, choice, *kernel, 1, Threads(1)))
        .project(data.X, A, d);
    return d.maxCoeff();
  };
  EXPECT_LT(left(InducingChoice::greedy), 0.7 * left(InducingChoice::random));
}

TEST(KMeans, FindsClustersAndCountsWeights) {
  Points X(90, 2);
  for (Eigen::Index i = 0; i < 90; ++i) {
    const auto x = static_cast<double>(i);
    X.row(i) << static_cast<double>(10 * (i % 3)) + 0.1 * std::sin(x),
        static_cast<double>(5 * (i % 3)) + 0.1 * std::cos(x);
  }
  Stream stream({.seed = 3});
  const Points centres = kmeans_centres(X, {}, 3, stream, Threads(1));
  EXPECT_LT(squared_error(X, centres), 90 * 0.011);
  // All weight on one row of each cluster: the centres go there.
  std::vector<double> weights(90, 0.0);
  for (const std::size_t i : {30, 31, 32}) weights[i] = 2.0;
  Stream again({.seed = 3});
  const Points heavy = kmeans_centres(X, weights, 3, again, Threads(1));
  for (const Eigen::Index i : {30, 31, 32})
    EXPECT_LT((heavy.rowwise() - X.row(i)).rowwise().norm().minCoeff(), 1e-12);
}

// Points of a triangle, denser towards one corner, whose features have units of their own.
TrainingSet many_rows(Eigen::Index count) {
  TrainingSet data;
  data.X.resize(count, 2);
  Stream stream({.seed = 11});
  for (Eigen::Index i = 0; i < count; ++i) {
    const double first = stream.uniform();
    data.X.row(i) << 3.0 * first * first, 40.0 + 20.0 * first * stream.uniform();
  }
  data.rows.resize(static_cast<std::size_t>(count));
  return data;
}

// The weighted mean, where there is one centre; of one batch, where no more rows are asked for.
TEST(KMeans, ByBatchesIsTheMeanOfRowsThatCame) {
  TrainingSet data = many_rows(5000);
  for (Eigen::Index i = 0; i < 5000; ++i)
    data.weights.push_back(i % 3 == 0 ? 0.0 : 0.5 + static_cast<double>(i % 7));
  const Eigen::Map<const Vector> weights(data.weights.data(), 5000);
  const auto mean_of = [&](const std::vector<Eigen::Index>& rows) -> Eigen::RowVectorXd {
    const Vector w = weights(rows);
    return (data.X(rows, Eigen::all).transpose() * w / w.sum()).transpose();
  };
  Minibatches order(5000, 0, 2048, 8);
  std::vector<Eigen::Index> rows = order.next();
  for (const Eigen::Index count : {2048, 4096}) {
    Points centre = Points::Constant(1, 2, 7.0);
    improve_centres(RowsInMemory(data), count, 8, Threads(1), {}, centre);
    EXPECT_LT((centre.row(0) - mean_of(rows)).cwiseAbs().maxCoeff(), 1e-12) << count;
    const std::vector<Eigen::Index> more = order.next();
    rows.insert(rows.end(), more.begin(), more.end());
  }
}

// Centres that come from 400 rows, moved by 20,000: less is left of the distances of all rows.
TEST(KMeans, ByBatchesSuitsAllRows) {
  const TrainingSet data = many_rows(20000);
  Stream stream({.seed = 3});
  const Points before = kmeans_centres(data.X.topRows(400), {}, 40, stream, Threads(1));
  Points after = before;
  improve_centres(RowsInMemory(data), 20000, 5, Threads(1), {}, after);
  EXPECT_LT(squared_error(data.X, after), 0.95 * squared_error(data.X, before));
  Points threaded = before;
  improve_centres(RowsInMemory(data), 20000, 5, Threads(3), {}, threaded);
  EXPECT_EQ(threaded, after);
}

TEST(KMeans, ByBatchesLeavesCentresWhereNoRowsComeAndStops) {
  const TrainingSet data = many_rows(3000);
  Points centres(2, 2);
  centres << 1.0, 45.0, -500.0, 500.0;
  Points moved = centres;
  improve_centres(RowsInMemory(data), 3000, 5, Threads(1), {}, moved);
  EXPECT_NE(moved.row(0), centres.row(0));
  EXPECT_EQ(moved.row(1), centres.row(1));

  // A watcher is first asked after a fifth of a second, when the first rows are being assigned.
  const TrainingSet more = many_rows(100000);
  moved = more.X.topRows(10000);
  int asked = 0;
  const Watcher stop = [&](const Progress&) {
    ++asked;
    return false;
  };
  improve_centres(RowsInMemory(more), 100000, 5, Threads(1), stop, moved);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(moved, more.X.topRows(10000));
}

// From five times the rows that k-means looks at on, and not before.
TEST(InducingInputs, OfManyRowsAreImprovedByBatches) {
  const KernelPtr kernel = parse_kernel("rbf", 2);
  const auto chosen = [&](const TrainingSet& data) {
    return choose_inducing(RowsInMemory(data), 25, InducingChoice::kmeans, *kernel, 5, Threads(1));
  };
  const auto of_sample = [](const TrainingSet& data) {
    TrainingSet sample;
    RowsInMemory(data).gather(random_rows(data.X.rows(), 20000, 5), sample);
    Stream stream({.seed = 5, .purpose = Purpose::selection, .chain = 2, .index = 0});
    return kmeans_centres(sample.X, {}, 25, stream, Threads(1));
  };
  const TrainingSet fewer = many_rows(99999);
  EXPECT_EQ(chosen(fewer), of_sample(fewer));
  const TrainingSet many = many_rows(100000);
  EXPECT_LT(squared_error(many.X, chosen(many)), squared_error(many.X, of_sample(many)));
}

TEST(RandomRows, AreDifferentAndCoverEvenly) {
  const std::vector<Eigen::Index> all = random_rows(50, 80, 1);
  EXPECT_EQ(std::set<Eigen::Index>(all.begin(), all.end()).size(), 50U);
  // Each of 50 rows is in a subset of 10 with probability 0.2: over 2000 seeds a count has standard
  // deviation 17.9; 5 of them are passed with probability 3e-5 for 50 rows.
  std::vector<int> counts(50, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const Eigen::Index row : random_rows(50, 10, seed))
      ++counts[static_cast<std::size_t>(row)];
  }
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_GT(*least, 400 - 90);
  EXPECT_LT(*most, 400 + 90);
}

TEST(KMeans, StoppedReturnsTheCentresThatItHas) {
  const TrainingSet data = test::small_data(Domain::real, 20000);
  int asked = 0;
  const Watcher stop = [&](const Progress&) {
    ++asked;
    return false;
  };
  Stream stream({.seed = 1});
  // Without a stop, minutes.
  const Points centres = kmeans_centres(data.X, {}, 15000, stream, Threads(2), stop);
  EXPECT_EQ(asked, 1);
  EXPECT_GE(centres.rows(), 1);
  EXPECT_LT(centres.rows(), 15000);
  EXPECT_TRUE(centres.allFinite());
}

}  // namespace
}  // namespace phigp
