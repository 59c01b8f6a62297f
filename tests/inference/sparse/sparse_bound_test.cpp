// The sparse engine against the dense one at Z = X, against central differences, and against itself
// on other numbers of threads.
#include "phigp/inference/sparse/sparse_bound.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "phigp/base/row_source.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/sparse_ascent.h"
#include "phigp/inference/sparse/sparse_learning.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

class SparseContract : public testing::TestWithParam<std::string> {
 protected:
  static TrainingSet data(Eigen::Index n = 15) {
    return small_data(make_likelihood(GetParam())->domain(), n);
  }
};

std::vector<double> prior_c2(const Hyperparameters& at, const TrainingSet& data) {
  std::vector<double> c2;
  const DensePrior prior = dense_prior(at, data);
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    c2.push_back(at.likelihood->terms(data.rows[static_cast<std::size_t>(i)])
                     .h2(prior.mean()[i], prior.covariance()(i, i)));
  }
  return c2;
}

TEST_P(SparseContract, WithAllInputsTheAscentIsTheDenseOne) {
  TrainingSet data = SparseContract::data();
  data.weights.assign(15, 1.0);
  data.weights[3] = 2.5;
  data.offset = Vector::LinSpaced(15, -0.2, 0.3);
  const Hyperparameters at = small_model(GetParam(), "1.3*matern32(ard, lengthscale=[0.8,2])");
  const Observations observed(*at.likelihood, data.rows, data.weights);
  AscentOptions dense_options;
  dense_options.tolerance = 1e-15;
  const AscentResult dense =
      coordinate_ascent(dense_prior(at, data), *at.likelihood, observed, dense_options);

  const InducingBasis basis(at.kernel, data.X);
  SparseAscentOptions options;
  options.tolerance = 1e-15;
  const SparseAscentResult sparse = sparse_ascent(
      basis, at, RowsInMemory(data), NaturalParameters::of_prior(15), Threads(1), options);
  EXPECT_NEAR(sparse.elbo, dense.elbo, 1e-8 * (1.0 + std::abs(dense.elbo)));
  EXPECT_LT(sparse.largest_fall, 1e-9 * (1.0 + std::abs(dense.elbo)));
  Matrix A;
  Vector d;
  Vector m;
  Vector v;
  basis.project(data.X, A, d);
  SparsePosterior(sparse.q).marginals(A, d, prior_mean(at, data), m, v);
  // Where the bound is converged to its last digit, its argument is to half of them.
  EXPECT_LT((m - dense.q.m).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((v - dense.q.v).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_P(SparseContract, WithAllInputsTheCollapsedBoundIsTheDenseOne) {
  const TrainingSet data = SparseContract::data();
  const Hyperparameters at = small_model(GetParam(), "1.3*matern32(ard, lengthscale=[0.8,2])");
  const FreeParameters free(at, {});
  const std::vector<double> c2 = prior_c2(at, data);
  const CollapsedBound dense = collapsed_bound(data, at, free, c2, true);
  const Threads threads(1);
  const SparseBound bound(data, threads);
  const SparseBound::Point point = bound.at(at, data.X, c2);
  EXPECT_NEAR(point.value, dense.value, 1e-8 * (1.0 + std::abs(dense.value)));
  const SparseBound::Slope slope = bound.slope(point, free);
  const std::vector<double> dense_c2 = refreshed_c2(*at.likelihood, data, dense.q);
  for (std::size_t i = 0; i < c2.size(); ++i)
    EXPECT_NEAR(slope.c2[i], dense_c2[i], 1e-8 * (1.0 + dense_c2[i]));
  Matrix A;
  Vector d;
  Vector m;
  Vector v;
  point.basis.project(data.X, A, d);
  point.q.marginals(A, d, prior_mean(at, data), m, v);
  EXPECT_LT((m - dense.q.m).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((v - dense.q.v).cwiseAbs().maxCoeff(), 1e-8);
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    EXPECT_NEAR(slope.gradient[k], dense.gradient[k], 1e-6 * (1.0 + std::abs(dense.gradient[k])))
        << free.names()[static_cast<std::size_t>(k)];
  }
}

// What is left of |a|^2 by a difference has no digits where the sites leave little. (Z.5)
TEST(SparsePosterior, KeepsTheDigitsOfSmallSpreads) {
  NaturalParameters natural = NaturalParameters::of_prior(3);
  natural.P.diagonal() << 3e12, 7e12, 2e12;
  const SparsePosterior sharp(natural);
  const Vector a = Vector::Constant(3, 0.3);
  const double exact = 0.09 / 3e12 + 0.09 / 7e12 + 0.09 / 2e12;
  EXPECT_NEAR(sharp.spread(a, 0.27 - exact), exact, 1e-12 * exact);

  natural.P.diagonal() << 3e5, 7e5, 2e5;
  const SparsePosterior blunt(natural);
  const auto rounded = static_cast<double>(0.27F);  // what single precision says of a^T (I - S) a
  EXPECT_NEAR(blunt.spread(a, rounded, Precision::single), 1e7 * exact, 1e-5 * exact);
  EXPECT_NEAR(blunt.spread(a, 0.2, Precision::single), 0.07, 1e-15);  // a difference is enough
}

TEST_P(SparseContract, TheGradientIsThatOfTheBound) {
  const TrainingSet data = SparseContract::data(40);
  const Points Z = data.X.topRows(36)(Eigen::seq(0, 35, 7), Eigen::all);
  const Threads threads(1);
  for (const std::string kernel :
       {"1.3*rbf(ard, lengthscale=[0.8,2])",
        "0.7*matern52(lengthscale=1.4) + 0.3*linear(ard, lengthscale=[0.7,1.6])",
        "0.9*rq(lengthscale=0.6, alpha=1.7) + 0.2*white",
        "1.1*periodic(lengthscale=0.8, period=3.1) + 0.4*constant"}) {
    const Hyperparameters at = small_model(GetParam(), kernel);
    const SparseParameters parameters(at, Z, {}, {}, true);
    const FreeParameters& free = parameters.free();
    const std::vector<double> c2 = prior_c2(at, data);
    const SparseBound bound(data, threads);
    const SparseBound::Slope slope = bound.slope(bound.at(at, Z, c2), free, true);
    const Vector x = parameters.start();
    ASSERT_EQ(slope.gradient.size(), x.size());
    double scale = 1.0;
    for (const double g : slope.gradient) scale = std::max(scale, std::abs(g));
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      const double h = 1e-4;
      const auto value = [&](double step) {
        Vector moved = x;
        moved[k] += step;
        return bound.at(parameters.values(moved), parameters.inputs(moved), c2).value;
      };
      const double numeric =
          (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
      EXPECT_NEAR(slope.gradient[k], numeric, 1e-6 * scale)
          << kernel << " "
          << (k < free.size() ? free.names()[static_cast<std::size_t>(k)]
                              : fmt::format("input {}", k - free.size()));
    }
  }
}

// All on one side of the data at the start, and nothing but them is learned.
TEST_P(SparseContract, InducingInputsMoveToWhereTheyAreNeeded) {
  const TrainingSet data = SparseContract::data(300);
  Points Z = data.X(Eigen::seq(0, 299, 50), Eigen::all);
  Z = (0.1 * Z).eval();
  Z.col(0).array() += data.X.col(0).maxCoeff();
  const Hyperparameters at = small_model(GetParam());
  SparseLearningOptions options;
  options.max_iterations = 40;
  options.parts = {false, false, false};
  const SparseLearningResult fixed =
      sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options);
  EXPECT_EQ(fixed.Z, Z);
  options.move_inducing = true;
  const SparseLearningResult moved =
      sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options);
  EXPECT_GT((moved.Z - Z).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT(moved.bound, fixed.bound);
  // The bound that it reports is that of the inputs that it returns.
  const InducingBasis basis(moved.values.kernel, moved.Z);
  const SparseAscentResult ascent =
      sparse_ascent(basis, moved.values, RowsInMemory(data), moved.q, Threads(1));
  EXPECT_GE(ascent.elbo, moved.bound - 1e-6 * (1.0 + std::abs(moved.bound)));
}

TEST_P(SparseContract, LearningNeverLosesAndThreadsChangeNothing) {
  const TrainingSet data = SparseContract::data(1500);
  const Points Z = data.X(Eigen::seq(0, 1499, 100), Eigen::all);
  const Hyperparameters at = small_model(GetParam());
  for (const bool moves : {false, true}) {
    SparseLearningOptions options;
    options.max_iterations = 6;
    options.move_inducing = moves;
    double last = -std::numeric_limits<double>::infinity();
    options.watch = [&](const Progress& progress) {
      EXPECT_GE(progress.bound, last - 1e-9 * (1.0 + std::abs(progress.bound)));
      last = progress.bound;
      return true;
    };
    const SparseLearningResult one =
        sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options);
    options.watch = {};
    const SparseLearningResult three =
        sparse_learn(data, Z, at, prior_c2(at, data), Threads(3), options);
    EXPECT_GT(one.bound, one.first_bound);
    EXPECT_EQ(one.bound, three.bound);
    EXPECT_EQ(one.q.b, three.q.b);
    EXPECT_EQ(one.Z, three.Z);
    EXPECT_EQ(one.values.kernel->parameters(), three.values.kernel->parameters());
  }
}

// Three steps where inputs stay and ten where they move are looked at before it is over.
TEST(SparseLearning, EndsWhenTheLastStepsGainLittle) {
  const TrainingSet data = small_data(Domain::real, 300);
  const Points Z = data.X(Eigen::seq(0, 299, 20), Eigen::all);
  const Hyperparameters at = small_model("student-t");
  SparseLearningOptions options;
  std::vector<double> bounds;
  options.watch = [&](const Progress& progress) {
    bounds.push_back(progress.bound);
    return true;
  };
  for (const bool moves : {false, true}) {
    const std::size_t steps = moves ? 10 : 3;
    options.move_inducing = moves;
    options.tolerance = 1.0;  // no gain is that large
    bounds.clear();
    EXPECT_EQ(sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options).stop,
              Stop::converged);
    EXPECT_EQ(bounds.size(), steps);
    options.tolerance = 1e-4;
    bounds.clear();
    sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options);
    ASSERT_GT(bounds.size(), steps + 1);
    const auto quiet = [&](std::size_t end) {
      const double gain = bounds[end] - bounds[end - steps];
      return gain < static_cast<double>(steps) * 1e-4 * (300.0 + std::abs(bounds[end]));
    };
    EXPECT_TRUE(quiet(bounds.size() - 1));
    EXPECT_FALSE(quiet(bounds.size() - 2));
  }
}

// Whatever inputs are measured in, learning takes the same steps.
TEST(SparseLearning, OfMovingInputsDoesNotDependOnTheUnitsOfFeatures) {
  TrainingSet data = small_data(Domain::real, 300);
  Points Z = data.X(Eigen::seq(0, 299, 30), Eigen::all);
  Hyperparameters at = small_model("student-t");
  at.mean = MeanFunction(MeanFunction::Kind::constant, 2, {0.2});
  SparseLearningOptions options;
  options.move_inducing = true;
  options.max_iterations = 15;
  const SparseLearningResult plain =
      sparse_learn(data, Z, at, prior_c2(at, data), Threads(1), options);
  EXPECT_GT(plain.bound, plain.first_bound + 1.0);
  const Points X = data.X;
  for (const double unit : {1e-12, 1e5, 1e12}) {
    data.X = unit * X;
    const std::vector<double> lengths{0.8 * unit, 2.0 * unit};
    at.kernel =
        parse_kernel(fmt::format("1.3*rbf(ard, lengthscale=[{},{}])", lengths[0], lengths[1]), 2);
    const SparseLearningResult other =
        sparse_learn(data, unit * Z, at, prior_c2(at, data), Threads(1), options);
    EXPECT_NEAR(other.bound, plain.bound, 1e-4 * std::abs(plain.bound)) << unit;
    EXPECT_LT((other.Z / unit - plain.Z).cwiseAbs().maxCoeff(), 1e-2) << unit;
  }
}

TEST(SparseParameters, AreMeasuredInLengthsAlongWhichTheProcessChanges) {
  const TrainingSet data = small_data(Domain::real, 300);
  const Points Z = data.X.topRows(7);
  const Hyperparameters at = small_model("student-t");  // lengthscales 0.8 and 2
  const SparseParameters stay(at, Z, {}, {}, false);
  EXPECT_EQ(stay.units(data.X), Vector::Ones(stay.size()));
  const SparseParameters move(at, Z, {}, {}, true);
  const Vector units = move.units(data.X);
  ASSERT_EQ(units.size(), move.size());
  EXPECT_EQ(units.head(stay.size()), Vector::Ones(stay.size()));
  for (Eigen::Index k = 0; k < Z.size(); ++k)
    EXPECT_NEAR(units[stay.size() + k] / (k % 2 == 0 ? 0.8 : 2.0), 1.0, 0.1) << k;
}

// c^2 far from where q puts it, so that the relaxed refresh overshoots: a search has to notice
// that rather than shorten its step until none is left (20 trials).
TEST_P(SparseContract, NoSearchIsLostToARelaxedRefresh) {
  const TrainingSet data = SparseContract::data(300);
  const Points Z = data.X(Eigen::seq(0, 299, 20), Eigen::all);
  const Hyperparameters at = small_model(GetParam());
  for (const double factor : {1e-3, 30.0, 1e3}) {
    std::vector<double> c2 = prior_c2(at, data);
    for (double& c : c2) c *= factor;
    SparseLearningOptions options;
    options.max_iterations = 8;
    const SparseLearningResult found = sparse_learn(data, Z, at, c2, Threads(1), options);
    EXPECT_LE(found.trials, 4 * found.iterations) << "c^2 times " << factor;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SparseContract, testing::ValuesIn(likelihood_names()));

// Rows that take their time, as those of a slow disk.
class SlowRows final : public RowSource {
 public:
  explicit SlowRows(const TrainingSet& data) : rows_(data) {}
  Eigen::Index size() const override { return rows_.size(); }
  Eigen::Index inputs() const override { return rows_.inputs(); }
  void read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const override {
    ++reads;
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
    rows_.read(first, count, block);
  }
  void gather(std::span<const Eigen::Index> rows, TrainingSet& block) const override {
    rows_.gather(rows, block);
  }
  mutable std::atomic<int> reads = 0;

 private:
  RowsInMemory rows_;
};

TEST(SparseAscent, StopsInTheMiddleOfAPassAndKeepsTheLastWholeOne) {
  const TrainingSet data = small_data(Domain::real, 40 * RowBlocks::kRows);
  const Hyperparameters at = small_model("student-t");
  const InducingBasis basis(at.kernel, data.X.topRows(10));
  const NaturalParameters start = NaturalParameters::of_prior(10);
  const SparsePass whole =
      sparse_pass(basis, at, RowsInMemory(data), SparsePosterior(start), Threads(1));
  for (const int threads : {1, 2}) {
    for (const bool at_once : {true, false}) {  // or in the second pass
      const SlowRows rows(data);
      SparseAscentOptions options;
      int after_first = 0;
      const std::thread::id own = std::this_thread::get_id();
      options.watch = [&](const Progress& progress) {
        EXPECT_EQ(std::this_thread::get_id(), own);
        if (at_once) return false;
        return progress.iteration == 0 || ++after_first == 1;
      };
      const SparseAscentResult stopped =
          sparse_ascent(basis, at, rows, start, Threads(threads), options);
      EXPECT_EQ(stopped.stop, Stop::stopped);
      EXPECT_EQ(stopped.passes, at_once ? 0 : 1);
      const int whole_passes = at_once ? 0 : 40;
      EXPECT_GT(rows.reads, whole_passes);
      EXPECT_LT(rows.reads, whole_passes + 38);
      EXPECT_EQ(stopped.q.P, at_once ? start.P : whole.next.P);
      if (!at_once) {
        EXPECT_EQ(stopped.elbo, whole.elbo);
      }
    }
  }
}

}  // namespace
}  // namespace phigp
