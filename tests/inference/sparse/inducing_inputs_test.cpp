#include "phigp/inference/sparse/inducing_inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "phigp/base/error.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/kmeans.h"
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

// f moves fast with the first feature and hardly with the second: places chosen for that kernel
// explain more of it than places that treat both alike.
TEST(InducingInputs, ChosenAnewSuitTheLearnedKernel) {
  const TrainingSet data = test::small_data(Domain::real, 3000);
  const KernelPtr kernel = parse_kernel("1.3*rbf(ard, lengthscale=[0.1,20])", 2);
  const auto left = [&](const Points& Z) {
    Matrix A;
    Vector d;
    InducingBasis(kernel, Z).project(data.X, A, d);
    return d.mean();
  };
  const RowsInMemory rows(data);
  const Threads threads(1);
  const Points before = choose_inducing(rows, 30, InducingChoice::kmeans, *kernel, 5, threads);
  const auto found = inducing_candidates(rows, 30, InducingChoice::kmeans, *kernel, 5, threads);
  ASSERT_EQ(found.size(), 5U);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_EQ(found[j].rows(), 30);
    EXPECT_LT(left(found[j]), 0.7 * left(before));
  }
  EXPECT_GT(left(found[4]), left(found[0]));  // to which features are alike
  EXPECT_NE(found[0], found[3]);              // the same metric, another draw
  EXPECT_EQ(found, inducing_candidates(rows, 30, InducingChoice::kmeans, *kernel, 5, Threads(3)));
  EXPECT_EQ(inducing_candidates(rows, 30, InducingChoice::greedy, *kernel, 5, threads).front(),
            choose_inducing(rows, 30, InducingChoice::greedy, *kernel, 5, threads));
  EXPECT_TRUE(inducing_candidates(rows, 30, InducingChoice::random, *kernel, 5, threads).empty());
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

TEST(Kmeans, StoppedReturnsTheCentresThatItHas) {
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
