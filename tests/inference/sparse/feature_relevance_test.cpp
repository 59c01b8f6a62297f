#include "phigp/inference/sparse/feature_relevance.h"

#include <gtest/gtest.h>

#include "phigp/kernels/kernel_names.h"
#include "phigp/kernels/parse_kernel.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

Points inputs_of_three_features() {
  Points X(200, 3);
  for (Eigen::Index i = 0; i < 200; ++i) {
    const auto x = static_cast<double>(i);
    X.row(i) << 4.0 * std::sin(x), 3.0 * std::cos(1.7 * x), 5.0 * std::sin(0.3 * x * x);
  }
  return X;
}

TEST(FeatureRelevance, IsInverseLengthscalesUpToAFactor) {
  const Points X = inputs_of_three_features();
  for (const char* profile : {"rbf", "matern32", "matern12"}) {
    const KernelPtr kernel =
        parse_kernel(std::string("2.5*") + profile + "(ard, lengthscale=[0.3,1.2,0.7])", 3);
    const Eigen::RowVectorXd found = feature_relevance(*kernel, X);
    // Read off a grid of 40 shifts, straight in logarithms between them.
    EXPECT_NEAR(found[0] / found[1], 1.2 / 0.3, 0.1 * 4.0) << profile;
    EXPECT_NEAR(found[2] / found[1], 1.2 / 0.7, 0.1 * 1.7) << profile;
  }
}

TEST(FeatureRelevance, GoesOnBeyondTheRangeOfTheData) {
  const KernelPtr kernel = parse_kernel("2.5*rbf(ard, lengthscale=[40,4000,400])", 3);
  const Eigen::RowVectorXd found = feature_relevance(*kernel, inputs_of_three_features());
  EXPECT_NEAR(found[0] / found[2], 10.0, 0.5);
  EXPECT_NEAR(found[2] / found[1], 10.0, 0.5);
}

TEST(FeatureRelevance, SeesThroughAConstantAndNoise) {
  const Points X = inputs_of_three_features();
  const KernelPtr plain = parse_kernel("1.3*rbf(ard, lengthscale=[0.4,2,1])", 3);
  const KernelPtr more =
      parse_kernel("7*constant + 0.3*white + 1.3*rbf(ard, lengthscale=[0.4,2,1])", 3);
  const Eigen::RowVectorXd found = feature_relevance(*more, X);
  EXPECT_LT((found - feature_relevance(*plain, X)).norm(), 1e-6 * found.norm());
}

TEST(FeatureRelevance, IsLeastForFeaturesThatAreNotSeenOrDoNotVary) {
  Points X = inputs_of_three_features();
  X.col(2).setConstant(0.7);
  const KernelPtr kernel = parse_kernel("1.3*rbf(dims=[0,2], lengthscale=0.4)", 3);
  const Eigen::RowVectorXd found = feature_relevance(*kernel, X);
  EXPECT_DOUBLE_EQ(found[1], 1e-3 * found[0]);
  EXPECT_DOUBLE_EQ(found[2], 1e-3 * found[0]);
  const Eigen::RowVectorXd none = feature_relevance(*parse_kernel("2*constant", 3), X);
  EXPECT_EQ(none, Eigen::RowVectorXd::Ones(3));
}

TEST(FeatureRelevance, IsFiniteForEveryKernel) {
  const Points X = inputs_of_three_features();
  for (const KernelName& name : kernel_names()) {
    const Eigen::RowVectorXd found = feature_relevance(*parse_kernel(name.name, 3), X);
    EXPECT_TRUE(found.allFinite()) << name.name;
    EXPECT_GT(found.minCoeff(), 0.0) << name.name;
  }
}

}  // namespace
}  // namespace phigp
