// PSIS-LOO against ArviZ on the same log-likelihoods (tests/reference/make_loo.py), and against
// leaving out for real where that has a closed form.
#include "phigp/diagnostics/leave_one_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/diagnostics/pareto_tail.h"
#include "tests/diagnostics/reference.h"

namespace phigp {
namespace {

using test::expect_equal;
using test::number;

constexpr double kTolerance = 1e-10;
const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

double normal_log_density(double y, double mean, double variance) {
  return -0.5 * (y - mean) * (y - mean) / variance -
         0.5 * std::log(2.0 * std::numbers::pi * variance);
}

// y_i ~ N(mu, 1), flat prior: draws x n from the exact posterior of mu.
Matrix normal_mean_model(const Vector& y, Eigen::Index draws) {
  Stream stream({.seed = 8, .purpose = Purpose::test, .chain = 0, .index = 77});
  Matrix out(draws, y.size());
  const double sd = 1.0 / std::sqrt(static_cast<double>(y.size()));
  for (Eigen::Index s = 0; s < draws; ++s) {
    const double mu = y.mean() + sd * stream.normal();
    for (Eigen::Index i = 0; i < y.size(); ++i) out(s, i) = normal_log_density(y[i], mu, 1.0);
  }
  return out;
}

const Vector kTargets = (Vector(8) << 0.3, -1.2, 0.8, 2.1, -0.4, 0.1, -1.9, 1.0).finished();

TEST(LeaveOneOut, EqualsThatOfArviz) {
  const nlohmann::json reference = test::read_reference("loo.json");
  ASSERT_EQ(reference["cases"].size(), 6u);
  for (const nlohmann::json& entry : reference["cases"]) {
    SCOPED_TRACE(entry["name"].get<std::string>());
    const std::vector<double> efficiency = {number(entry["reff"])};
    const LeaveOneOut loo = leave_one_out(test::columns_of(entry["columns"]), efficiency);
    expect_equal(loo.log_density, number(entry["elpd"]), kTolerance, "elpd");
    expect_equal(loo.standard_error, number(entry["se"]), kTolerance, "standard error");
    expect_equal(loo.effective_parameters, number(entry["p_loo"]), kTolerance, "p_loo");
    expect_equal(loo.shape_threshold, number(entry["good_k"]), kTolerance, "threshold");
    EXPECT_EQ(loo.above_threshold > 0, entry["warning"].get<bool>());
    EXPECT_EQ(loo.warnings.empty(), !entry["warning"].get<bool>());
    for (Eigen::Index i = 0; i < loo.pareto_shape.size(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      expect_equal(loo.log_density_rows[i], number(entry["elpd_i"][row]), kTolerance, "row");
      if (entry["k"][row].is_null()) {
        EXPECT_EQ(loo.pareto_shape[i], kInfinity);
      } else {
        expect_equal(loo.pareto_shape[i], number(entry["k"][row]), 1e-8, "Pareto shape");
      }
    }
  }
}

TEST(LeaveOneOut, WithoutSmoothingWouldDiffer) {
  const nlohmann::json reference = test::read_reference("loo.json");
  const nlohmann::json& entry = reference["cases"][0];
  const LeaveOneOut loo = leave_one_out(test::columns_of(entry["columns"]));
  EXPECT_GT(std::abs(loo.log_density - number(entry["raw"])), 0.1);
}

TEST(LeaveOneOut, ARelativeEfficiencyMovesTheTail) {
  const Matrix draws = normal_mean_model(kTargets, 500);
  const std::vector<double> one = {0.3};
  const std::vector<double> each(8, 0.3);
  EXPECT_EQ(leave_one_out(draws, one).log_density, leave_one_out(draws, each).log_density);
  EXPECT_NE(leave_one_out(draws, one).log_density, leave_one_out(draws).log_density);
}

TEST(LeaveOneOut, StatisticalAgreesWithLeavingOutForReal) {
  // Without y_i the posterior of mu is N(mean of the others, 1/7). The importance estimate from 1e5
  // independent draws has a relative error near sqrt(var w / S) < 0.01 per row, 0.02 in the sum of
  // eight: 0.1 is five of them, a false alarm below 1e-6.
  const LeaveOneOut loo = leave_one_out(normal_mean_model(kTargets, 100000));
  double exact = 0.0;
  for (const double y : kTargets) {
    exact += normal_log_density(y, (kTargets.sum() - y) / 7.0, 1.0 + 1.0 / 7.0);
  }
  EXPECT_NEAR(loo.log_density, exact, 0.1);
  EXPECT_EQ(loo.above_threshold, 0);
}

TEST(LeaveOneOut, ColumnsOfNaNAreRowsWithoutATarget) {
  const Matrix draws = normal_mean_model(kTargets, 200);
  Matrix gaps(200, 10);
  gaps << draws.leftCols(3), Matrix::Constant(200, 2, kNaN), draws.rightCols(5);
  const LeaveOneOut with = leave_one_out(gaps);
  const LeaveOneOut without = leave_one_out(draws);
  EXPECT_EQ(with.missing, 2);
  EXPECT_EQ(with.rows, 8);
  EXPECT_EQ(with.log_density, without.log_density);
  EXPECT_EQ(with.standard_error, without.standard_error);
  EXPECT_EQ(with.effective_parameters, without.effective_parameters);
  EXPECT_TRUE(std::isnan(with.pareto_shape[3]));
}

TEST(LeaveOneOut, ARowThatSomeDrawRulesOutHasLogDensityMinusInfinity) {
  Matrix draws = normal_mean_model(kTargets, 200);
  draws(17, 2) = -kInfinity;
  const LeaveOneOut loo = leave_one_out(draws);
  EXPECT_EQ(loo.impossible, 1);
  EXPECT_EQ(loo.log_density, -kInfinity);
  EXPECT_EQ(loo.standard_error, kInfinity);
  EXPECT_EQ(loo.effective_parameters, kInfinity);
  EXPECT_TRUE(std::isfinite(loo.log_density_rows[3]));
  EXPECT_EQ(loo.warnings.size(), 2u);
}

TEST(LeaveOneOut, EqualWeightsAreIdeal) {
  const LeaveOneOut loo = leave_one_out(Matrix::Constant(50, 2, -1.25));
  EXPECT_NEAR(loo.log_density, -2.5, 1e-14);
  EXPECT_EQ(loo.pareto_shape[0], 0.0);
  EXPECT_TRUE(loo.warnings.empty());
}

TEST(LeaveOneOut, MistakesAreRefusedByName) {
  Matrix draws = normal_mean_model(kTargets, 20);
  const std::vector<double> three(3, 1.0);
  const std::vector<double> zero = {0.0};
  EXPECT_THROW(leave_one_out(draws, three), InvalidInput);
  EXPECT_THROW(leave_one_out(draws, zero), InvalidInput);
  EXPECT_THROW(leave_one_out(draws.topRows(1)), InvalidInput);
  EXPECT_THROW(leave_one_out(Matrix::Constant(9, 2, kNaN)), InvalidInput);
  for (const double bad : {kNaN, kInfinity}) {
    draws(3, 1) = bad;
    try {
      leave_one_out(draws);
      FAIL() << "accepted " << bad;
    } catch (const InvalidInput& error) {
      EXPECT_EQ(error.name(), "leave one out: log density of row 1");
    }
  }
}

TEST(RelativeEfficiency, IsOneOverTheAutocorrelationTimeOfTheDensity) {
  // Every draw kept twice in a row: half as many effective ones.
  const Matrix independent = normal_mean_model(kTargets, 4000);
  Matrix twice(8000, 8);
  for (Eigen::Index s = 0; s < 8000; ++s) twice.row(s) = independent.row(s / 2);
  const Vector full = relative_efficiency(independent, 4);
  const Vector half = relative_efficiency(twice, 4);
  for (Eigen::Index i = 0; i < 8; ++i) EXPECT_NEAR(half[i] / full[i], 0.5, 0.02);
  EXPECT_THROW(relative_efficiency(independent, 3), InvalidInput);
  EXPECT_EQ(relative_efficiency(Matrix::Constant(40, 1, kNaN), 2)[0], 1.0);
}

TEST(ParetoTail, StatisticalFitFindsTheShapeAndScale) {
  // Standard error of the shape: (1 + k)/sqrt(M) = 0.008 at M = 40000; 0.06 is seven: 3e-12.
  Stream stream({.seed = 8, .purpose = Purpose::test, .chain = 0, .index = 78});
  for (const double shape : {-0.2, 0.0, 0.6}) {
    const ParetoLaw law{shape, 2.5};
    std::vector<double> excess(40000);
    for (double& x : excess) x = law.quantile(stream.uniform());
    std::sort(excess.begin(), excess.end());
    const ParetoLaw fit = fit_pareto(excess);
    EXPECT_NEAR(fit.shape, shape, 0.06);
    EXPECT_NEAR(fit.scale, 2.5, 0.15);
  }
}

TEST(ParetoTail, QuantileInvertsTheDistribution) {
  for (const double shape : {-0.3, 1e-18, 0.7}) {
    const ParetoLaw law{shape, 1.5};
    for (const double p : {0.0, 0.2, 0.999}) {
      const double x = law.quantile(p);
      const double survival = std::abs(shape) < 1e-12 ? std::exp(-x / 1.5)
                                                      : std::pow(1.0 + shape * x / 1.5, -1 / shape);
      EXPECT_NEAR(1.0 - survival, p, 1e-13);
    }
  }
}

TEST(ParetoTail, SmoothedWeightsSumToOneAndKeepTheirOrder) {
  const Matrix draws = normal_mean_model(kTargets, 300);
  const Vector ratios = -draws.col(3);
  const SmoothedWeights smooth = smooth_weights(ratios);
  EXPECT_NEAR(smooth.log_weights.array().exp().sum(), 1.0, 1e-13);
  for (Eigen::Index a = 0; a < 300; ++a) {
    for (Eigen::Index b = 0; b < a; ++b) {
      const bool rises = ratios[a] >= ratios[b];
      EXPECT_TRUE(rises ? smooth.log_weights[a] >= smooth.log_weights[b]
                        : smooth.log_weights[a] <= smooth.log_weights[b]);
    }
  }
}

}  // namespace
}  // namespace phigp
