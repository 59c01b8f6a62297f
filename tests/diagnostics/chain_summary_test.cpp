#include "phigp/diagnostics/chain_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/diagnostics/effective_size.h"
#include "phigp/diagnostics/monte_carlo_error.h"
#include "phigp/diagnostics/r_hat.h"

namespace phigp {
namespace {

Matrix independent(Eigen::Index draws, Eigen::Index chains, std::uint64_t index) {
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 0, .index = index});
  return Matrix::NullaryExpr(draws, chains, [&] { return stream.normal(); });
}

TEST(ChainSummary, CarriesWhatTheSingleFunctionsReturn) {
  const Matrix x = independent(200, 4, 1);
  const ChainSummary summary = summarise(Chains(x));
  EXPECT_EQ(summary.state, ChainState::usable);
  EXPECT_EQ(summary.r_hat, r_hat(Chains(x)));
  EXPECT_EQ(summary.bulk_effective_size, bulk_effective_size(Chains(x)));
  EXPECT_EQ(summary.tail_effective_size, tail_effective_size(Chains(x)));
  EXPECT_EQ(summary.mean_effective_size, mean_effective_size(Chains(x)));
  EXPECT_EQ(summary.second_moment_effective_size, second_moment_effective_size(Chains(x)));
  EXPECT_EQ(summary.mean_error, mean_monte_carlo_error(Chains(x)));
  EXPECT_EQ(summary.sd_error, sd_monte_carlo_error(Chains(x)));
  EXPECT_EQ(summary.median_error, quantile_monte_carlo_error(Chains(x), 0.5));
  EXPECT_DOUBLE_EQ(summary.mean, x.mean());
  EXPECT_DOUBLE_EQ(summary.sd, std::sqrt((x.array() - x.mean()).square().sum() / 799.0));
  EXPECT_LT(summary.lower, summary.median);
  EXPECT_LT(summary.median, summary.upper);
}

TEST(ChainSummary, OfAConstantIsThatNumberWithoutError) {
  const Matrix x = Matrix::Constant(10, 4, 0.1);
  const ChainSummary summary = summarise(Chains(x));
  EXPECT_EQ(summary.state, ChainState::constant);
  EXPECT_EQ(summary.mean, 0.1);
  EXPECT_EQ(summary.sd, 0.0);
  EXPECT_EQ(summary.median_error, 0.0);
  EXPECT_EQ(summary.bulk_effective_size, 40.0);
  EXPECT_TRUE(std::isnan(summary.r_hat));
}

TEST(ConvergenceReport, NamesTheWorstAndPassesWhatIsGood) {
  std::vector<Matrix> draws;
  std::vector<ChainSummary> summaries;
  for (std::uint64_t i = 0; i < 5; ++i) {
    draws.push_back(independent(1000, 4, i));
    summaries.push_back(summarise(Chains(draws.back())));
  }
  const ConvergenceReport good = report_convergence(summaries, 4);
  EXPECT_TRUE(good.converged);
  EXPECT_TRUE(good.warnings.empty());
  EXPECT_EQ(good.usable, 5u);

  draws[3].col(2).array() += 1.0;
  summaries[3] = summarise(Chains(draws[3]));
  const ConvergenceReport bad = report_convergence(summaries, 4);
  EXPECT_FALSE(bad.converged);
  EXPECT_EQ(bad.largest_r_hat_at, 3u);
  EXPECT_EQ(bad.largest_r_hat, summaries[3].r_hat);
  EXPECT_EQ(bad.above_r_hat, 1u);
  EXPECT_EQ(bad.least_bulk_effective_size_at, 3u);
  EXPECT_EQ(bad.below_effective_size, 1u);
  ASSERT_EQ(bad.warnings.size(), 2u);
  EXPECT_NE(bad.warnings[0].find("1 of 5 have R-hat above 1.01"), std::string::npos)
      << bad.warnings[0];
}

TEST(ConvergenceReport, CountsWhatIsUndefinedInsteadOfAveragingItAway) {
  Matrix broken = independent(1000, 4, 1);
  broken(3, 3) = std::numeric_limits<double>::quiet_NaN();
  const Matrix fine = independent(1000, 4, 2);
  const Matrix same = Matrix::Constant(1000, 4, 2.0);
  const Matrix tiny = fine.topRows(3);
  const std::vector<ChainSummary> summaries = {summarise(Chains(broken)), summarise(Chains(fine)),
                                               summarise(Chains(same)), summarise(Chains(tiny))};
  const ConvergenceReport report = report_convergence(summaries, 4);
  EXPECT_EQ(report.not_finite, 1u);
  EXPECT_EQ(report.too_short, 1u);
  EXPECT_EQ(report.constant, 1u);
  EXPECT_EQ(report.usable, 1u);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.largest_r_hat, summaries[1].r_hat);
  EXPECT_EQ(report.largest_r_hat_at, 1u);
  EXPECT_EQ(report.warnings.size(), 2u);
}

TEST(ConvergenceReport, MovementOfTheMiddleDrawAloneIsNoConvergence) {
  Matrix x = Matrix::Constant(9, 2, 1.0);
  x(4, 0) = 2.0;
  const std::vector<ChainSummary> summaries = {summarise(Chains(x))};
  EXPECT_EQ(summaries[0].state, ChainState::usable);
  const ConvergenceReport report = report_convergence(summaries, 2);
  EXPECT_FALSE(report.converged);
  EXPECT_TRUE(std::isinf(report.largest_r_hat));
}

TEST(ConvergenceReport, HasNoExtremesOfScalarsThatCannotBeJudged) {
  const Matrix same = Matrix::Constant(9, 2, 1.0);
  const Matrix few = Matrix::Random(3, 2);
  const std::vector<ChainSummary> summaries{summarise(Chains(same)), summarise(Chains(few))};
  const ConvergenceReport report = report_convergence(summaries, 2);
  EXPECT_EQ(report.usable, 0u);
  EXPECT_TRUE(std::isnan(report.largest_r_hat));
  EXPECT_TRUE(std::isnan(report.least_bulk_effective_size));
  EXPECT_TRUE(std::isnan(report.least_tail_effective_size));
}

TEST(ConvergenceReport, NeedsAtLeastOneChain) {
  EXPECT_THROW(report_convergence({}, 0), InvalidInput);
}

TEST(ChainState, HasANameForEveryValue) {
  EXPECT_EQ(to_text(ChainState::usable), "usable");
  EXPECT_EQ(to_text(ChainState::constant), "constant");
  EXPECT_EQ(to_text(ChainState::too_short), "too short");
  EXPECT_EQ(to_text(ChainState::not_finite), "not finite");
}

}  // namespace
}  // namespace phigp
