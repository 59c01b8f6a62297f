// Stochastic steps against full passes and central differences; the order of rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <new>
#include <set>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/inference/sparse/inducing_inputs.h"
#include "phigp/inference/sparse/minibatches.h"
#include "phigp/inference/sparse/sparse_ascent.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "phigp/inference/sparse/stochastic_step.h"
#include "tests/inference/small_problem.h"
#include "tests/support/matrix_reference.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

class StochasticContract : public testing::TestWithParam<std::string> {
 protected:
  static TrainingSet data(Eigen::Index n) {
    TrainingSet rows = small_data(make_likelihood(GetParam())->domain(), n);
    rows.offset = Vector::LinSpaced(n, -0.2, 0.3);
    return rows;
  }
  static Points inducing(const TrainingSet& rows) {
    const Eigen::Index apart = std::max<Eigen::Index>(rows.size() / 7, 6);
    return rows.X(Eigen::seq(0, rows.size() - 1, apart), Eigen::all);
  }
  // One of them in more rows than a step takes at a time.
  static int size() { return GetParam() == "student-t" ? 600 : 40; }

  BatchMemory memory;
};

TEST_P(StochasticContract, AFullStepOnAllRowsIsAFullPass) {
  const TrainingSet rows = data(size());
  const Hyperparameters at = small_model(GetParam());
  const InducingBasis basis(at.kernel, inducing(rows));
  const FreeParameters free(at, {});
  NaturalParameters q = NaturalParameters::of_prior(basis.size());
  for (int pass = 0; pass < 3; ++pass) {
    const SparsePosterior before(q);
    const SparsePass full = sparse_pass(basis, at, RowsInMemory(rows), before, Threads(1));
    const BatchStep step =
        batch_step(basis, at, rows, 1.0, before, free, StepGradient::none, memory);
    EXPECT_NEAR(step.bound, full.elbo, 1e-8 * (1.0 + std::abs(full.elbo)));
    q.move_towards(step.target, 1.0);
    const double scale = full.next.P.cwiseAbs().maxCoeff();
    const Matrix gap = q.P - full.next.P;
    EXPECT_LT(Matrix(gap.triangularView<Eigen::Lower>()).cwiseAbs().maxCoeff(), 1e-8 * scale);
    EXPECT_LT((q.b - full.next.b).cwiseAbs().maxCoeff(),
              1e-8 * (1.0 + full.next.b.cwiseAbs().maxCoeff()));
  }
}

TEST_P(StochasticContract, TheGradientHoldsTheLawOfTheInducingValues) {
  const TrainingSet rows = data(size());
  const Points Z = inducing(rows);
  for (const std::string kernel :
       {"1.3*rbf(ard, lengthscale=[0.8,2])", "0.9*matern32 + 0.2*white"}) {
    const Hyperparameters at = small_model(GetParam(), kernel);
    const InducingBasis basis(at.kernel, Z);
    const SparseParameters parameters(at, Z, {}, {}, true);
    const FreeParameters& free = parameters.free();
    NaturalParameters q = NaturalParameters::of_prior(basis.size());
    q.move_towards(
        batch_step(basis, at, rows, 2.5, SparsePosterior(q), free, StepGradient::none, memory)
            .target,
        0.4);
    const SparsePosterior here(q);
    Matrix S_here;
    here.covariance(S_here);
    const BatchStep step =
        batch_step(basis, at, rows, 2.5, here, free, StepGradient::and_inputs, memory);
    // u = L v keeps its mean and covariance: v = L'^-1 u under another kernel.
    const auto bound_at = [&](const Vector& x) {
      const Hyperparameters moved = parameters.values(x);
      const InducingBasis there(moved.kernel, parameters.inputs(x));
      const Matrix L = basis.factor().triangularView<Eigen::Lower>();
      const Matrix M = there.factor().triangularView<Eigen::Lower>();
      const Matrix X = M.triangularView<Eigen::Lower>().solve(L);
      const Matrix S = X * S_here * X.transpose();
      const Vector mu = X * here.mean();
      NaturalParameters same{test::inverse_of(S), Vector()};
      same.b = same.P * mu;
      return batch_step(there, moved, rows, 2.5, SparsePosterior(same), free, StepGradient::none,
                        memory)
          .bound;
    };
    const Vector x = parameters.start();
    ASSERT_EQ(step.gradient.size(), x.size());
    const double scale = 1.0 + step.gradient.cwiseAbs().maxCoeff();
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      const double h = 1e-4;
      const Vector unit = Vector::Unit(x.size(), k);
      const double numeric = (8.0 * (bound_at(x + h * unit) - bound_at(x - h * unit)) -
                              (bound_at(x + 2.0 * h * unit) - bound_at(x - 2.0 * h * unit))) /
                             (12.0 * h);
      EXPECT_NEAR(step.gradient[k], numeric, 1e-6 * scale)
          << kernel << " "
          << (k < free.size() ? free.names()[static_cast<std::size_t>(k)]
                              : fmt::format("input {}", k - free.size()));
    }
  }
}

// No more rows than inducing inputs are summed up in another order of products; a row of weight 0
// turns them into more.
TEST_P(StochasticContract, FewRowsAndManyHaveTheSameGradient) {
  TrainingSet rows = data(41);
  const Points Z = rows.X.topRows(40);
  const Hyperparameters at = small_model(GetParam(), "1.3*rbf(ard, lengthscale=[0.8,2])");
  const InducingBasis basis(at.kernel, Z);
  const FreeParameters free(at, {});
  rows.weights.assign(41, 1.0);
  rows.weights.back() = 0.0;
  const BatchStep first =
      batch_step(basis, at, rows, 2.5, SparsePosterior(NaturalParameters::of_prior(40)), free,
                 StepGradient::none, memory);
  const SparsePosterior here(first.target);
  const BatchStep many =
      batch_step(basis, at, rows, 2.5, here, free, StepGradient::and_inputs, memory);
  TrainingSet fewer;
  RowsInMemory(rows).read(0, 40, fewer);
  const BatchStep few =
      batch_step(basis, at, fewer, 2.5, here, free, StepGradient::and_inputs, memory);
  EXPECT_NEAR(few.bound, many.bound, 1e-8 * (1.0 + std::abs(many.bound)));
  // Inputs that stand close make k(Z, Z) nearly singular: 1e-10 of its largest element.
  EXPECT_LT((few.gradient - many.gradient).cwiseAbs().maxCoeff(),
            1e-6 * (1.0 + many.gradient.cwiseAbs().maxCoeff()));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, StochasticContract, testing::ValuesIn(likelihood_names()));

TEST(Carry, KeepsWhatTheSitesSayAboutTheInducingValues) {
  const TrainingSet rows = small_data(Domain::real, 40);
  const Points Z = rows.X(Eigen::seq(0, 39, 6), Eigen::all);
  const Hyperparameters at = small_model("student-t");
  const Hyperparameters other = small_model("student-t", "0.6*matern32(lengthscale=1.2)");
  const InducingBasis from(at.kernel, Z);
  const InducingBasis to(other.kernel, Z);
  BatchMemory memory;
  NaturalParameters q =
      batch_step(from, at, rows, 1.0, SparsePosterior(NaturalParameters::of_prior(from.size())),
                 FreeParameters(at, {}), StepGradient::none, memory)
          .target;
  // Precision and shift of u without the prior's.
  const auto of_u = [](const InducingBasis& basis, const NaturalParameters& natural) {
    const Matrix L = basis.factor().triangularView<Eigen::Lower>();
    Matrix P = natural.P.selfadjointView<Eigen::Lower>();
    P.diagonal().array() -= 1.0;
    const Matrix half = L.transpose().triangularView<Eigen::Upper>().solve(P);
    const Matrix whole = L.transpose().triangularView<Eigen::Upper>().solve(half.transpose());
    const Vector b = L.transpose().triangularView<Eigen::Upper>().solve(natural.b);
    return std::pair(whole, b);
  };
  const auto [P_before, b_before] = of_u(from, q);
  carry(from, to, q);
  const auto [P_after, b_after] = of_u(to, q);
  EXPECT_LT((P_after - P_before).cwiseAbs().maxCoeff(), 1e-8 * P_before.cwiseAbs().maxCoeff());
  EXPECT_LT((b_after - b_before).cwiseAbs().maxCoeff(), 1e-8 * b_before.cwiseAbs().maxCoeff());
}

TEST(Minibatches, ComeOncePerEpochAndNeverFromTheRowsHeldOut) {
  for (const Eigen::Index rows : {2, 17, 100, 1000}) {
    Minibatches batches(rows, rows / 5, 10, 7);
    std::set<Eigen::Index> seen;
    for (const Eigen::Index row : batches.held_out()) seen.insert(row);
    EXPECT_EQ(static_cast<Eigen::Index>(seen.size()), rows / 5);
    const Eigen::Index others = rows - rows / 5;
    for (Eigen::Index k = 0; k < others / std::min<Eigen::Index>(10, others); ++k) {
      for (const Eigen::Index row : batches.next()) {
        EXPECT_GE(row, 0);
        EXPECT_LT(row, rows);
        EXPECT_TRUE(seen.insert(row).second) << row;
      }
    }
  }
  EXPECT_THROW(Minibatches(5, 5, 1, 0), InvalidInput);
}

// Whatever stood in their memory before.
TEST(Minibatches, AreDrawnByTheSeedAlone) {
  std::vector<std::vector<Eigen::Index>> first;
  for (const int filling : {0x00, 0x5a, 0xff}) {
    alignas(Minibatches) std::array<unsigned char, sizeof(Minibatches)> memory;
    memory.fill(static_cast<unsigned char>(filling));
    Minibatches* batches = new (memory.data()) Minibatches(1000, 100, 50, 7);
    first.push_back(batches->next());
    std::destroy_at(batches);
  }
  EXPECT_EQ(first[1], first[0]);
  EXPECT_EQ(first[2], first[0]);
  EXPECT_NE(Minibatches(1000, 100, 50, 8).next(), first[0]);
}

TEST(Permutation, TakesEveryPlaceAndDiffersBySeed) {
  const Permutation one(1000, 1);
  const Permutation other(1000, 2);
  std::set<std::uint64_t> places;
  int fixed = 0;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    EXPECT_LT(one(k), 1000U);
    places.insert(one(k));
    fixed += one(k) == other(k) ? 1 : 0;
  }
  EXPECT_EQ(places.size(), 1000U);
  EXPECT_LT(fixed, 10);  // about one is expected
}

TEST(StochasticFit, EndsNearTheDeterministicOneAndStopsByItself) {
  const TrainingSet rows = small_data(Domain::real, 3000);
  const Points Z = rows.X(Eigen::seq(0, 2999, 150), Eigen::all);
  const Hyperparameters start = small_model("student-t");
  const Threads threads(1);
  const SparseFit full = sparse_fit(RowsInMemory(rows), Z, start, threads);
  StochasticPlan plan = StochasticPlan::of(StochasticSchedule::quick, rows.size());
  plan.batch = 200;
  const StochasticFit quick = stochastic_fit(RowsInMemory(rows), Z, start, plan, threads);
  EXPECT_GT(quick.fit.elbo, full.elbo - 0.03 * 3000.0);
  StochasticPlan unlearned = plan;
  unlearned.rate = 0.0;
  const double without = stochastic_fit(RowsInMemory(rows), Z, start, unlearned, threads).fit.elbo;
  EXPECT_GT(quick.fit.elbo - without, 0.5 * (full.elbo - without)) << full.elbo << " " << without;
  EXPECT_EQ(quick.fit.stop, Stop::planned);
  EXPECT_FALSE(quick.curve.step.empty());
  EXPECT_TRUE(quick.curve.held_out_density.empty());  // too few rows to spare any
  plan.held_out = 100;
  const StochasticFit watched = stochastic_fit(RowsInMemory(rows), Z, start, plan, threads);
  EXPECT_EQ(watched.curve.step.size(), watched.curve.held_out_density.size());
  EXPECT_GT(watched.curve.held_out_density.back(), watched.curve.held_out_density.front());

  plan = StochasticPlan::of(StochasticSchedule::paper, rows.size());
  plan.patience = 2;
  plan.check_every = 100;
  const StochasticFit paper = stochastic_fit(RowsInMemory(rows), Z, start, plan, threads);
  EXPECT_EQ(paper.fit.stages.front().stop, Stop::converged);
  EXPECT_LT(paper.fit.stages.front().iterations, plan.steps);
}

TEST(StochasticFit, KeepsWhatItHasWhenItIsStoppedBeforeAnyCheck) {
  const TrainingSet rows = small_data(Domain::real, 3000);
  const Points Z = rows.X(Eigen::seq(0, 2999, 150), Eigen::all);
  const Hyperparameters start = small_model("student-t");
  for (const StochasticSchedule schedule : {StochasticSchedule::quick, StochasticSchedule::paper}) {
    SparseFitOptions options;
    options.watch = [](const Progress& progress) { return progress.iteration < 30; };
    const StochasticPlan plan = StochasticPlan::of(schedule, rows.size());
    const StochasticFit fit =
        stochastic_fit(RowsInMemory(rows), Z, start, plan, Threads(1), options);
    EXPECT_EQ(fit.fit.stop, Stop::stopped);
    EXPECT_EQ(fit.fit.stages.front().iterations, 30);
    EXPECT_NE(fit.fit.values.kernel->parameters(), start.kernel->parameters());
    EXPECT_GT(fit.fit.q.b.norm(), 0.0);
  }
}

TEST(StochasticFit, RefusesAStartOutsideItsPrior) {
  const TrainingSet rows = small_data(Domain::real, 200);
  const Points Z = rows.X(Eigen::seq(0, 199, 20), Eigen::all);
  const Hyperparameters start = small_model("student-t");
  SparseFitOptions options;
  options.priors = parse_priors("sigma=uniform(100,200)");
  const Threads threads(1);
  EXPECT_THROW(sparse_fit(RowsInMemory(rows), Z, start, threads, options), InvalidInput);
  const StochasticPlan plan = StochasticPlan::of(StochasticSchedule::quick, rows.size());
  EXPECT_THROW(stochastic_fit(RowsInMemory(rows), Z, start, plan, threads, options), InvalidInput);
}

TEST(GrowingFit, LearnsOnSubsetsAndEndsOnAllRows) {
  const TrainingSet rows = small_data(Domain::label, 51000);
  const Points Z = rows.X(Eigen::seq(0, 50999, 6000), Eigen::all);
  const Hyperparameters start = small_model("logistic");
  SparseFitOptions options;
  options.max_iterations = 3;
  const SparseFit one = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  std::vector<Eigen::Index> sizes;
  for (const SparseStage& stage : one.stages) sizes.push_back(stage.rows);
  EXPECT_EQ(sizes, (std::vector<Eigen::Index>{5000, 10000, 20000, 51000, 51000}));
  EXPECT_GT(one.elbo, one.first_elbo);
  EXPECT_EQ(one.elbo, sparse_fit(RowsInMemory(rows), Z, start, Threads(3), options).elbo);
}

// f moves with the first feature alone; ten inputs that are spread over both see less of it than
// ten along the first, which they come to be where they may move.
TEST(GrowingFit, MovesInducingInputsOnlyWhereItIsAskedTo) {
  TrainingSet rows = small_data(Domain::real, 9000);
  for (Eigen::Index i = 0; i < rows.X.rows(); ++i)
    rows.rows[static_cast<std::size_t>(i)].y = 2.0 * std::sin(3.0 * rows.X(i, 0));
  const Hyperparameters start = small_model("student-t");
  const Points Z =
      choose_inducing(RowsInMemory(rows), 10, InducingChoice::kmeans, *start.kernel, 1, Threads(1));
  SparseFitOptions options;
  options.max_iterations = 30;
  const SparseFit kept = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  EXPECT_EQ(kept.Z, Z);
  options.move_inducing = true;
  const SparseFit moved = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  EXPECT_EQ(moved.Z.rows(), 10);
  EXPECT_GT(moved.elbo, kept.elbo + 1000.0);
  const SparseFit threaded = sparse_fit(RowsInMemory(rows), Z, start, Threads(3), options);
  EXPECT_EQ(moved.elbo, threaded.elbo);
  EXPECT_EQ(moved.Z, threaded.Z);
  // Stopped, it has the inputs that belong to what it has learned.
  options.watch = [](const Progress& progress) { return progress.rows <= 5000; };
  const SparseFit stopped = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  EXPECT_EQ(stopped.stop, Stop::stopped);
  EXPECT_NE(stopped.Z, Z);
  EXPECT_GT(stopped.elbo, stopped.first_elbo);
}

// All inputs in one half of the rows, and next to no learning: they do not get across by steps.
TEST(GrowingFit, LooksForInputsElsewhereWhereTheyMove) {
  TrainingSet rows = small_data(Domain::real, 9000);
  rows.X.col(1).setZero();
  const Hyperparameters start = small_model("student-t", "1.3*rbf(lengthscale=0.3)");
  const Points Z = rows.X(Eigen::seq(0, 4499, 300), Eigen::all);  // -2 … 0
  SparseFitOptions options;
  options.max_iterations = 1;
  options.parts = {.kernel = false, .mean = true, .likelihood = false};
  options.move_inducing = true;
  const SparseFit moved = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  EXPECT_GE((moved.Z.col(0).array() > 0.9).count(), 3);
  EXPECT_GE((moved.Z.col(0).array() < -0.9).count(), 3);
  EXPECT_EQ(moved.elbo, sparse_fit(RowsInMemory(rows), Z, start, Threads(2), options).elbo);
  options.move_inducing = false;
  EXPECT_EQ(sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options).Z, Z);
}

// The second feature, which goes its own way, says nothing, and there are two steps to learn that.
TEST(GrowingFit, TriesLongerLengthscalesBeforeTheLastStage) {
  TrainingSet rows = small_data(Domain::real, 9000);
  for (Eigen::Index i = 0; i < rows.X.rows(); ++i)
    rows.X(i, 1) = std::sin(static_cast<double>(i * i));
  const Points Z = rows.X(Eigen::seq(0, 8999, 200), Eigen::all);
  const Hyperparameters start = small_model("student-t", "1.3*rbf(ard, lengthscale=[0.9,1.1])");
  ASSERT_EQ(start.kernel->parameter_names()[2], "rbf.lengthscale[1]");
  SparseFitOptions options;
  options.max_iterations = 1;
  const SparseFit fit = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  // Either stage's first step changes no logarithm by more than a half.
  EXPECT_GT(fit.values.kernel->parameters()[2], 10.0 * std::exp(-1.0) * 1.1);
  EXPECT_LT(fit.values.kernel->parameters()[1], 0.9 * std::exp(1.0));
  // Of few rows there is a single stage, which begins where it was told to.
  const TrainingSet few = small_data(Domain::real, 400);
  const SparseFit single =
      sparse_fit(RowsInMemory(few), few.X.topRows(20), start, Threads(1), options);
  EXPECT_LT(single.values.kernel->parameters()[2], 1.1 * std::exp(1.0));
}

// The second feature says nothing. Before the last stage, in which more rows may know better, its
// lengthscale has not gone where no slope would call it back.
TEST(GrowingFit, KeepsLengthscalesWithinReachBeforeTheLastStage) {
  TrainingSet rows = small_data(Domain::real, 20000);
  for (Eigen::Index i = 0; i < rows.X.rows(); ++i)
    rows.rows[static_cast<std::size_t>(i)].y = std::sin(2.0 * rows.X(i, 0));
  const Points Z = rows.X(Eigen::seq(0, 19999, 1000), Eigen::all);
  const Hyperparameters start = small_model("student-t");
  SparseFitOptions options;
  options.watch = [](const Progress& progress) { return progress.rows <= 5000; };
  const SparseFit early = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  ASSERT_EQ(early.stages.size(), 3U);  // the second was stopped, and the last look
  options.watch = {};
  const SparseFit whole = sparse_fit(RowsInMemory(rows), Z, start, Threads(1), options);
  const std::vector<double> initial = start.kernel->parameters();
  const std::vector<std::string> names = start.kernel->parameter_names();
  double longest = 0.0;
  double final = 0.0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].find("lengthscale") == std::string::npos) continue;
    longest = std::max(longest, early.values.kernel->parameters()[k] / initial[k]);
    final = std::max(final, whole.values.kernel->parameters()[k] / initial[k]);
  }
  EXPECT_LE(longest, 10.0 * (1.0 + 1e-12));
  EXPECT_GT(longest, 9.0);
  EXPECT_TRUE(early.at_limit.empty());  // which would be news about the data
  EXPECT_GT(final, 20.0);               // the last stage may go on
}

}  // namespace
}  // namespace phigp
