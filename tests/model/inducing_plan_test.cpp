#include "phigp/model/inducing_plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/inference/sparse/inducing_number.h"
#include "phigp/kernels/parse_kernel.h"

namespace phigp::test {
namespace {

class InducingPlans : public ::testing::Test {
 protected:
  InducingPlans() {
    rows.X.resize(3000, 1);
    for (Eigen::Index i = 0; i < rows.X.rows(); ++i)
      rows.X(i, 0) = std::fmod(0.618034 * static_cast<double>(i), 1.0);
    rows.rows.resize(3000);
    sample = rows.X.topRows(1000);
  }
  InducingPlan plan() const { return {source, sample, settings, encoding, threads, watch}; }

  TrainingSet rows;
  RowsInMemory source{rows};
  Points sample;
  FitSettings settings;
  DataEncoding encoding;
  Threads threads{1};
  Watcher watch;
  KernelPtr slow = parse_kernel("rbf(lengthscale=0.5)", 1);
  KernelPtr fast = parse_kernel("rbf(lengthscale=0.005)", 1);
};

TEST_F(InducingPlans, GrowWhereTheLearnedKernelNeedsMore) {
  InducingPlan open = plan();
  EXPECT_EQ(open.first(*slow).rows(), 100);
  EXPECT_EQ(open.reason(100), "enough for the kernel");
  EXPECT_FALSE(open.more(*slow, 100));
  const auto more = open.more(*fast, 100);
  ASSERT_TRUE(more);
  EXPECT_EQ(more->rows(), inducing_number(*fast, sample, 1000));
  EXPECT_GT(more->rows(), 100);
  EXPECT_FALSE(open.more(*fast, more->rows()));
}

TEST_F(InducingPlans, EndAtWhatTheRowsAfford) {
  InducingPlan open = plan();
  const KernelPtr rough = parse_kernel("matern12(lengthscale=0.001)", 1);
  EXPECT_EQ(open.first(*rough).rows(), most_inducing(3000));
  EXPECT_EQ(open.reason(most_inducing(3000)), "as many as the rows afford");
  EXPECT_FALSE(open.more(*rough, most_inducing(3000)));
}

TEST_F(InducingPlans, KeepANumberThatIsStated) {
  settings.inducing = 30;
  InducingPlan stated = plan();
  EXPECT_EQ(stated.first(*slow).rows(), 30);
  EXPECT_TRUE(stated.reason(30).empty());
  EXPECT_EQ(stated.reason(20), "no more rows differ enough");
  EXPECT_FALSE(stated.more(*fast, 30));
}

TEST_F(InducingPlans, RefuseANumberBesideAFile) {
  settings.inducing = 30;
  settings.inducing_file = "inputs.csv";
  EXPECT_THROW(plan().first(*slow), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
