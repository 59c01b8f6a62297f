// What a fit that is stopped leaves behind: q and its bound, from few enough rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "phigp/inference/sparse/inducing_inputs.h"
#include "phigp/inference/sparse/last_look.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

constexpr Eigen::Index kMany = 90000;  // more than a last look takes in

// Rows that count how many of them were asked for, and take their time over blocks if told to.
class CountedRows final : public RowSource {
 public:
  explicit CountedRows(const TrainingSet& data) : rows_(data) {}
  Eigen::Index size() const override { return rows_.size(); }
  Eigen::Index inputs() const override { return rows_.inputs(); }
  void read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const override {
    read_ += count;
    std::this_thread::sleep_for(pause);
    rows_.read(first, count, block);
  }
  void gather(std::span<const Eigen::Index> rows, TrainingSet& block) const override {
    read_ += static_cast<Eigen::Index>(rows.size());
    rows_.gather(rows, block);
  }
  Eigen::Index rows_read() const { return read_; }

  std::chrono::milliseconds pause{0};

 private:
  RowsInMemory rows_;
  mutable std::atomic<Eigen::Index> read_ = 0;
};

Points some_inputs(const TrainingSet& data) {
  return data.X(Eigen::seq(0, data.size() - 1, data.size() / 5), Eigen::all);
}

TEST(LastLook, AtAllRowsIsAPassOverThem) {
  const TrainingSet data = small_data(Domain::real, 300);
  const Hyperparameters at = small_model("student-t");
  const InducingBasis basis(at.kernel, some_inputs(data));
  const NaturalParameters start = NaturalParameters::of_prior(basis.size());
  const LastLook look = last_look(basis, at, RowsInMemory(data), start, Threads(1), 3);
  const SparsePass pass =
      sparse_pass(basis, at, RowsInMemory(data), SparsePosterior(start), Threads(1));
  EXPECT_EQ(look.rows, 300);
  EXPECT_EQ(look.q.P, pass.next.P);
  EXPECT_EQ(look.q.b, pass.next.b);
  EXPECT_EQ(look.elbo, pass.elbo);
}

// q is that of 80,000 rows and no more: what they say counts once. The bound is of all rows.
TEST(LastLook, AtSomeOfManyRowsKnowsOnlyThose) {
  const TrainingSet data = small_data(Domain::real, kMany);
  const Hyperparameters at = small_model("laplace");
  const InducingBasis basis(at.kernel, some_inputs(data));
  const NaturalParameters start = NaturalParameters::of_prior(basis.size());
  const SparsePosterior prior(start);
  const CountedRows rows(data);
  const LastLook look = last_look(basis, at, rows, start, Threads(2), 3);
  EXPECT_EQ(look.rows, 80000);
  EXPECT_EQ(rows.rows_read(), 80000);
  std::vector<Eigen::Index> chosen = random_rows(kMany, look.rows, 3);
  std::sort(chosen.begin(), chosen.end());
  TrainingSet sample;
  rows.gather(chosen, sample);
  const SparsePass once = sparse_pass(basis, at, RowsInMemory(sample), prior, Threads(1));
  EXPECT_LT((look.q.P - once.next.P).norm(), 1e-9 * once.next.P.norm());
  EXPECT_LT((look.q.b - once.next.b).norm(), 1e-9 * once.next.b.norm());
  const SparsePass all = sparse_pass(basis, at, RowsInMemory(data), prior, Threads(1));
  EXPECT_NEAR(look.elbo / all.elbo, 1.0, 0.02);
  EXPECT_NEAR(look.elbo, once.elbo * 9.0 / 8.0, 1e-9 * std::abs(once.elbo));  // the prior's KL is 0
}

// Stopped while it learns, and stopped in its first pass: neither waits for all rows.
TEST(GrowingFit, ThatIsStoppedDoesNotReadAllRowsAnyMore) {
  const TrainingSet data = small_data(Domain::real, kMany);
  const Points Z = some_inputs(data);
  const Hyperparameters start = small_model("student-t");
  for (const bool learns : {true, false}) {
    CountedRows rows(data);
    rows.pause = std::chrono::milliseconds(4);  // a pass takes longer than a poll waits
    SparseFitOptions options;
    if (!learns) options.parts = {false, false, false};
    options.watch = [](const Progress&) { return false; };
    const SparseFit fit = sparse_fit(rows, Z, start, Threads(1), options);
    EXPECT_EQ(fit.stop, Stop::stopped);
    EXPECT_TRUE(std::isfinite(fit.elbo));
    EXPECT_EQ(fit.stages.back().rows, 80000);
    if (learns) {
      EXPECT_EQ(rows.rows_read(), 85000);
    } else {
      EXPECT_LT(rows.rows_read(), kMany + 80000);  // the pass was given up
    }
  }
}

}  // namespace
}  // namespace phigp
