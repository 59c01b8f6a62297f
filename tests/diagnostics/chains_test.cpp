// Diagnostics of chains against ArviZ on the same draws (tests/reference/make_diagnostics.py), and
// against their definitions.
#include "phigp/diagnostics/chains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/diagnostics/autocovariance.h"
#include "phigp/diagnostics/effective_size.h"
#include "phigp/diagnostics/monte_carlo_error.h"
#include "phigp/diagnostics/r_hat.h"
#include "phigp/diagnostics/rank_scores.h"
#include "tests/diagnostics/reference.h"
#include "tests/support/statistical.h"

namespace phigp {
namespace {

using test::columns_of;
using test::expect_equal;
using test::number;

constexpr double kTolerance = 1e-10;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

const nlohmann::json& reference() {
  static const nlohmann::json json = test::read_reference("diagnostics.json");
  return json;
}

template <class Check>
void for_each_case(Check&& check) {
  ASSERT_GE(reference()["cases"].size(), 20u);
  for (const nlohmann::json& entry : reference()["cases"]) {
    const Matrix draws = columns_of(entry["draws"]);
    SCOPED_TRACE(entry["name"].get<std::string>());
    check(entry, draws);
  }
}

const nlohmann::json& case_named(const std::string& name) {
  for (const nlohmann::json& entry : reference()["cases"]) {
    if (entry["name"] == name) return entry;
  }
  throw std::runtime_error("no case " + name);
}

Matrix autoregression(Eigen::Index draws, Eigen::Index chains, double rho) {
  Stream stream({.seed = 3, .purpose = Purpose::test, .chain = 0, .index = 900});
  Matrix x(draws, chains);
  for (Eigen::Index c = 0; c < chains; ++c) {
    x(0, c) = stream.normal();
    for (Eigen::Index t = 1; t < draws; ++t) {
      x(t, c) = rho * x(t - 1, c) + std::sqrt(1.0 - rho * rho) * stream.normal();
    }
  }
  return x;
}

TEST(Chains, RHatEqualsThatOfArviz) {
  for_each_case([](const nlohmann::json& entry, const Matrix& draws) {
    expect_equal(r_hat(Chains(draws)), number(entry["r_hat"]), kTolerance, "R-hat");
  });
}

TEST(Chains, EffectiveSizesEqualThoseOfArviz) {
  for_each_case([](const nlohmann::json& entry, const Matrix& draws) {
    const Chains chains(draws);
    expect_equal(bulk_effective_size(chains), number(entry["bulk"]), kTolerance, "bulk");
    expect_equal(tail_effective_size(chains), number(entry["tail"]), kTolerance, "tail");
    expect_equal(mean_effective_size(chains), number(entry["mean"]), kTolerance, "mean");
    expect_equal(second_moment_effective_size(chains), number(entry["second_moment"]), kTolerance,
                 "second moment");
    for (std::size_t i = 0; i < reference()["levels"].size(); ++i) {
      expect_equal(quantile_effective_size(chains, reference()["levels"][i]),
                   number(entry["quantile"][i]), kTolerance, "quantile");
    }
  });
}

TEST(Chains, MonteCarloErrorsEqualThoseOfArviz) {
  for_each_case([](const nlohmann::json& entry, const Matrix& draws) {
    const Chains chains(draws);
    expect_equal(mean_monte_carlo_error(chains), number(entry["mean_error"]), kTolerance, "mean");
    expect_equal(sd_monte_carlo_error(chains), number(entry["sd_error"]), kTolerance, "sd");
    for (std::size_t i = 0; i < reference()["levels"].size(); ++i) {
      expect_equal(quantile_monte_carlo_error(chains, reference()["levels"][i]),
                   number(entry["quantile_error"][i]), kTolerance, "quantile");
    }
  });
}

TEST(Chains, AutocovarianceAndAutocorrelationEqualThoseOfArviz) {
  for_each_case([](const nlohmann::json& entry, const Matrix& draws) {
    const Vector covariance = autocovariance(draws.col(0));
    const Matrix first = draws.leftCols(1);
    const Vector correlation = autocorrelation(Chains(first), first.rows() - 1);
    const bool constant = entry["name"] == "constant";
    for (std::size_t k = 0; k < entry["autocovariance"].size(); ++k) {
      const auto lag = static_cast<Eigen::Index>(k);
      expect_equal(covariance[lag], number(entry["autocovariance"][k]), kTolerance, "covariance");
      // Of a constant ArviZ returns the ratio of two rounding errors.
      expect_equal(correlation[lag], constant ? kNaN : number(entry["autocorrelation"][k]),
                   kTolerance, "correlation");
    }
  });
}

TEST(Chains, TransformGivesTheSumsOfProducts) {  // math.md (D.1)
  for (const Eigen::Index n : {1, 2, 5, 64, 100, 257}) {
    const Vector x = autoregression(n, 1, 0.7);
    const Vector covariance = autocovariance(x);
    ASSERT_EQ(covariance.size(), n);
    for (Eigen::Index lag = 0; lag < n; ++lag) {
      double sum = 0.0;
      for (Eigen::Index t = 0; t + lag < n; ++t) {
        sum += (x[t] - x.mean()) * (x[t + lag] - x.mean());
      }
      EXPECT_NEAR(covariance[lag], sum / static_cast<double>(n), 1e-13) << "lag " << lag;
    }
  }
}

TEST(Chains, DirectSumsAndTheTransformMeetWithoutAJump) {
  const Matrix x = autoregression(300, 3, 0.97);
  detail::MeanAutocovariance lazy(x);
  Vector all = Vector::Zero(300);
  for (Eigen::Index c = 0; c < 3; ++c) all += autocovariance(x.col(c)) / 3.0;
  for (Eigen::Index lag = 0; lag < 300; ++lag) EXPECT_NEAR(lazy(lag), all[lag], 1e-13) << lag;
}

// Each slip below is one that a reader of the definitions may make; the references tell it apart.
TEST(Chains, ForgettingTheSplitChangesTheNumbers) {
  const nlohmann::json& entry = case_named("trend");
  const Matrix draws = columns_of(entry["draws"]);
  const double without = detail::potential_scale_reduction(draws);
  expect_equal(without, number(entry["unsplit"]["r_hat"]), kTolerance, "R-hat without split");
  EXPECT_LT(without, 1.01);  // two chains with the same trend agree
  EXPECT_GT(r_hat(Chains(draws)), 1.2);
  const double size = detail::effective_size(draws);
  expect_equal(size, number(entry["unsplit"]["mean"]), kTolerance, "size without split");
  EXPECT_GT(size, 2.0 * mean_effective_size(Chains(draws)));
}

TEST(Chains, ForgettingTheRanksChangesTheNumbers) {
  const nlohmann::json& entry = case_named("differing spreads");
  const Matrix draws = columns_of(entry["draws"]);
  const double without = detail::potential_scale_reduction(detail::split(draws));
  expect_equal(without, number(entry["unranked"]["r_hat"]), kTolerance, "R-hat without ranks");
  EXPECT_LT(without, 1.01);  // the means agree, and R-hat of the draws sees nothing else
  EXPECT_GT(r_hat(Chains(draws)), 1.3);
}

TEST(Chains, ALagTooManyChangesTheNumbers) {
  const nlohmann::json& entry = case_named("autoregressive 0.9");
  const Matrix draws = columns_of(entry["draws"]);
  const Matrix first = draws.leftCols(1);
  const Vector correlation = autocorrelation(Chains(first), 2);
  EXPECT_GT(std::abs(correlation[2] - number(entry["autocorrelation"][1])), 0.01);
}

TEST(Chains, DiagnosticsDoNotDependOnScaleAndPlace) {
  const Matrix x = autoregression(200, 4, 0.6);
  for (const double scale : {1e-20, 1.0, 1e20}) {
    const Matrix y = (scale * x.array()).matrix();
    EXPECT_NEAR(mean_effective_size(Chains(y)), mean_effective_size(Chains(x)), 1e-8);
    EXPECT_NEAR(second_moment_effective_size(Chains(y)), second_moment_effective_size(Chains(x)),
                1e-8);
    EXPECT_NEAR(r_hat(Chains(y)), r_hat(Chains(x)), 1e-12);
    EXPECT_NEAR(sd_monte_carlo_error(Chains(y)) / scale, sd_monte_carlo_error(Chains(x)), 1e-12);
  }
}

TEST(Chains, RankDiagnosticsSurviveAMonotoneTransformation) {
  const Matrix x = autoregression(200, 4, 0.6);
  const Matrix y = x.array().exp().matrix();
  EXPECT_EQ(bulk_effective_size(Chains(y)), bulk_effective_size(Chains(x)));
  EXPECT_EQ(tail_effective_size(Chains(y)), tail_effective_size(Chains(x)));
}

TEST(Chains, StatisticalEffectiveSizeOfAnAutoregressionIsItsTheoreticalOne) {
  // (1 - rho)/(1 + rho) per draw. The estimate from 4e5 draws has a relative standard error of
  // about sqrt(4 M / N) = 1.4% at M = 20 lags and less at others; 10% is seven of them: 1e-9.
  for (const double rho : {0.0, 0.5, 0.8, -0.3}) {
    const Matrix x = autoregression(100000, 4, rho);
    const double expected = 400000.0 * (1.0 - rho) / (1.0 + rho);
    EXPECT_NEAR(mean_effective_size(Chains(x)) / expected, 1.0, 0.1) << "rho " << rho;
    // The square of the chain has the correlations rho^(2 k).
    const double second = 400000.0 * (1.0 - rho * rho) / (1.0 + rho * rho);
    EXPECT_NEAR(second_moment_effective_size(Chains(x)) / second, 1.0, 0.1) << "rho " << rho;
    EXPECT_NEAR(autocorrelation(Chains(x), 3)[3], rho * rho * rho, 0.02);
    EXPECT_LT(r_hat(Chains(x)), 1.01);
  }
}

TEST(Chains, ViewOfOneColumnOfAWiderMatrixIsTheColumn) {
  const Points a = autoregression(50, 3, 0.5);  // row-major: draws x sites
  const Points b = autoregression(50, 3, 0.2);
  const Chains site({a.data() + 1, b.data() + 1}, 50, 3);
  Matrix columns(50, 2);
  columns << a.col(1), b.col(1);
  EXPECT_EQ(site.values(), columns);
  EXPECT_EQ(r_hat(site), r_hat(Chains(columns)));
}

TEST(Chains, UnfitChainsHaveAStateAndNoNumbers) {
  Matrix x = autoregression(20, 2, 0.5);
  EXPECT_EQ(state_of(Chains(x)), ChainState::usable);
  for (const double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
    Matrix y = x;
    y(7, 1) = bad;
    EXPECT_EQ(state_of(Chains(y)), ChainState::not_finite);
    EXPECT_TRUE(std::isnan(r_hat(Chains(y))));
    EXPECT_TRUE(std::isnan(bulk_effective_size(Chains(y))));
    EXPECT_TRUE(std::isnan(quantile_monte_carlo_error(Chains(y), 0.5)));
    EXPECT_TRUE(std::isnan(autocorrelation(Chains(y), 1)[0]));
  }
  const Matrix three = x.topRows(3);
  EXPECT_EQ(state_of(Chains(three)), ChainState::too_short);
  EXPECT_TRUE(std::isnan(r_hat(Chains(three))));
  EXPECT_TRUE(std::isnan(tail_effective_size(Chains(three))));
  EXPECT_TRUE(std::isnan(sd_monte_carlo_error(Chains(three))));
  const Matrix same = Matrix::Constant(9, 2, 0.1);
  EXPECT_EQ(state_of(Chains(same)), ChainState::constant);
  EXPECT_TRUE(std::isnan(r_hat(Chains(same))));
  EXPECT_EQ(mean_effective_size(Chains(same)), 16.0);  // the middle draws are left out
  EXPECT_EQ(mean_monte_carlo_error(Chains(same)), 0.0);
}

TEST(Chains, AllChainsStuckAtPlacesOfTheirOwnHaveInfiniteRHat) {
  Matrix x(20, 3);
  x << Matrix::Constant(20, 1, 0.1), Matrix::Constant(20, 1, 0.3), Matrix::Constant(20, 1, 0.7);
  EXPECT_TRUE(std::isinf(r_hat(Chains(x))));
  EXPECT_LT(mean_effective_size(Chains(x)), 6.0);  // six half chains, six places at most
  EXPECT_TRUE(std::isnan(autocorrelation(Chains(x), 1)[1]));
}

TEST(Chains, QuantileOfTiesIsTheTie) {
  const std::vector<double> values(7, 0.1);
  for (const double level : {0.0, 0.05, 0.3, 0.95, 1.0}) {
    EXPECT_EQ(sorted_quantile(values, level), 0.1);
  }
  const std::vector<double> four = {1.0, 2.0, 4.0, 8.0};
  EXPECT_DOUBLE_EQ(sorted_quantile(four, 0.5), 3.0);
  EXPECT_DOUBLE_EQ(sorted_quantile(four, 0.25), 1.75);
}

TEST(Chains, MistakesAreRefusedByName) {
  const Matrix x = autoregression(20, 2, 0.5);
  EXPECT_THROW(Chains(std::vector<const double*>{}, 3), InvalidInput);
  EXPECT_THROW(quantile_effective_size(Chains(x), 1.0), InvalidInput);
  EXPECT_THROW(autocorrelation(Chains(x), 20), InvalidInput);
  EXPECT_THROW(sorted_quantile({}, 0.5), InvalidInput);
  EXPECT_THROW(autocovariance(Vector()), InvalidInput);
}

}  // namespace
}  // namespace phigp
