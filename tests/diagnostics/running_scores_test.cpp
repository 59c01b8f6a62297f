// Scores of rows that stream by equal those of all rows at once, wherever the blocks are cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/diagnostics/classification_scores.h"
#include "phigp/diagnostics/running_numeric_scores.h"

namespace phigp {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Eigen::Index kRows = 103;
constexpr Eigen::Index kBlocks[] = {1, 2, 17, 50, 102, 103};

Stream stream_at(std::uint64_t index) {
  return Stream({.seed = 9, .purpose = Purpose::test, .chain = 0, .index = index});
}

// Targets, of which some are missing, and weights, of which some are 0.
struct Data {
  std::vector<double> targets;
  std::vector<double> weights;

  std::span<const double> some_targets(Eigen::Index first, Eigen::Index count) const {
    return std::span(targets).subspan(static_cast<std::size_t>(first),
                                      static_cast<std::size_t>(count));
  }
  std::span<const double> some_weights(Eigen::Index first, Eigen::Index count) const {
    return std::span(weights).subspan(static_cast<std::size_t>(first),
                                      static_cast<std::size_t>(count));
  }
};

template <class Target>
Data data_of(const Target& target) {
  Data data;
  Stream stream = stream_at(1);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    data.targets.push_back(i % 11 == 3 ? kNaN : target(stream));
    data.weights.push_back(i % 13 == 5 ? 0.0 : 0.5 + stream.exponential());
  }
  return data;
}

// Calls body(first, count) for blocks of this size.
template <class Body>
void for_each_block(Eigen::Index size, const Body& body) {
  for (Eigen::Index first = 0; first < kRows; first += size)
    body(first, std::min(size, kRows - first));
}

void expect_same(const std::vector<ScoreEntry>& a, const std::vector<ScoreEntry>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].key(), b[k].key());
    EXPECT_EQ(a[k].value, b[k].value) << a[k].key();
    EXPECT_EQ(a[k].standard_error, b[k].standard_error) << a[k].key();
    EXPECT_EQ(a[k].p_value, b[k].p_value) << a[k].key();
  }
}

template <class Predictions>
Predictions numeric_predictions() {
  Stream stream = stream_at(2);
  Predictions given;
  const auto drawn = [&] {
    return Vector::NullaryExpr(kRows, [&](Eigen::Index) { return 3.0 * stream.uniform(); });
  };
  given.mean = drawn();
  given.median = drawn();
  given.log_density = -drawn();
  given.levels = (Vector(3) << 0.1, 0.5, 0.9).finished();
  given.quantiles.resize(kRows, 3);
  given.quantiles << given.median.array() - 1.0, given.median, given.median.array() + 1.5;
  given.cdf = drawn() / 3.0;
  return given;
}

NumericPredictions numbers_of(const NumericPredictions& all, Eigen::Index first,
                              Eigen::Index count) {
  NumericPredictions some;
  some.mean = all.mean.segment(first, count);
  some.median = all.median.segment(first, count);
  some.log_density = all.log_density.segment(first, count);
  some.levels = all.levels;
  some.quantiles = all.quantiles.middleRows(first, count);
  return some;
}

TEST(RunningScores, OfRegressionDoNotDependOnTheBlocks) {
  const Data data = data_of([](Stream& stream) { return 2.0 * stream.normal(); });
  const auto given = numeric_predictions<RegressionPredictions>();
  const RegressionScores all = score_regression(data.targets, given, data.weights);
  EXPECT_EQ(all.missing, 10u);
  for (const Eigen::Index size : kBlocks) {
    RunningRegressionScores running;
    for_each_block(size, [&](Eigen::Index first, Eigen::Index count) {
      const RegressionPredictions some{numbers_of(given, first, count),
                                       given.cdf.segment(first, count)};
      running.add(data.some_targets(first, count), some, data.some_weights(first, count));
    });
    const RegressionScores scores = running.scores();
    EXPECT_EQ(scores.rows, all.rows);
    EXPECT_EQ(scores.missing, all.missing);
    expect_same(scores.table(), all.table());
    EXPECT_EQ(scores.coverage.at(0).chance_error, all.coverage.at(0).chance_error);
  }
}

TEST(RunningScores, OfCountsCarryTheStreamOnFromBlockToBlock) {
  const Data data = data_of([](Stream& stream) { return std::floor(3.0 * stream.uniform()); });
  auto given = numeric_predictions<CountPredictions>();
  given.cdf_below = 0.3 * given.cdf;
  Stream stream = stream_at(3);
  const CountScores all = score_counts(data.targets, given, stream, data.weights);
  for (const Eigen::Index size : kBlocks) {
    Stream again = stream_at(3);
    RunningCountScores running(again);
    for_each_block(size, [&](Eigen::Index first, Eigen::Index count) {
      const CountPredictions some{numbers_of(given, first, count),
                                  given.cdf_below.segment(first, count),
                                  given.cdf.segment(first, count)};
      running.add(data.some_targets(first, count), some, data.some_weights(first, count));
    });
    expect_same(running.scores().table(), all.table());
  }
}

TEST(RunningScores, OfClassesDoNotDependOnTheBlocks) {
  Stream stream = stream_at(4);
  for (const Eigen::Index classes : {2, 3}) {
    const auto of = static_cast<double>(classes);
    const Data data = data_of([&](Stream& drawn) { return std::floor(of * drawn.uniform()); });
    Matrix p(kRows, classes);
    for (double& each : p.reshaped()) each = std::round(8.0 * stream.uniform()) + 1.0;  // with ties
    p.array().colwise() /= p.rowwise().sum().array().eval();
    const ClassificationScores all = score_classification(data.targets, p, data.weights);
    for (const Eigen::Index size : kBlocks) {
      RunningClassificationScores running;
      for_each_block(size, [&](Eigen::Index first, Eigen::Index count) {
        running.add(data.some_targets(first, count), p.middleRows(first, count),
                    data.some_weights(first, count));
      });
      const ClassificationScores scores = running.scores();
      EXPECT_EQ(scores.rows, all.rows);
      EXPECT_EQ(scores.missing, all.missing);
      expect_same(scores.table(), all.table());
      EXPECT_EQ(scores.calibration.bins.size(), all.calibration.bins.size());
    }
  }
}

// By the formula, in two passes; far from 0, where sums of squares would cancel.
TEST(RunningScores, MergedFromPartsAreMeanAndErrorByTheFormula) {
  Stream stream = stream_at(5);
  std::vector<double> values, weights;
  for (int i = 0; i < 60; ++i) {
    values.push_back(1e6 + (i < 20 ? 0.0 : 5.0) + stream.normal());
    weights.push_back(i < 20 ? 4.0 : stream.exponential());
  }
  double weight = 0.0, mean = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < 60; ++i) weight += weights[i];
  for (std::size_t i = 0; i < 60; ++i) mean += weights[i] * (values[i] - 1e6) / weight;
  for (std::size_t i = 0; i < 60; ++i)
    squares += std::pow(weights[i] * (values[i] - 1e6 - mean), 2.0);
  const double error = std::sqrt(squares * 60.0 / 59.0) / weight;  // (D.16)
  for (const std::size_t cut : {0u, 1u, 20u, 59u, 60u}) {
    RunningScore first, second, negative;
    for (std::size_t i = 0; i < 60; ++i) {
      (i < cut ? first : second).add(values[i], weights[i]);
      negative.add(-values[i], weights[i]);
    }
    first.merge(second);
    EXPECT_EQ(first.count(), 60u);
    EXPECT_NEAR(first.value().value, 1e6 + mean, 1e-8);
    EXPECT_NEAR(first.value().standard_error, error, 1e-9 * error) << cut;
    EXPECT_NEAR(first.effective_count(), negative.effective_count(), 1e-12);
    EXPECT_NEAR(first.negated().value().value, negative.value().value, 1e-8);
    EXPECT_NEAR(first.negated().value().standard_error, error, 1e-9 * error);
  }
  EXPECT_THROW(RunningScore().value(), InvalidInput);
}

std::string name_of_refusal(const auto& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.name();
  }
  return "";
}

TEST(RunningScores, NameTheRowOfTheWholeAndPartsThatABlockLacks) {
  const std::vector<double> y = {1.0, 0.0};
  RegressionPredictions given;
  given.mean = Vector::Ones(2);
  RunningRegressionScores running;
  running.add(y, given);
  running.add(y, given);
  given.mean[1] = kNaN;
  EXPECT_EQ(name_of_refusal([&] { running.add(y, given); }), "squared error of row 5");
  RunningClassificationScores classes;
  classes.add(y, two_class_probabilities(Vector::Constant(2, 0.5)));
  EXPECT_EQ(name_of_refusal([&] {
              classes.add(y, two_class_probabilities(Vector::Constant(2, 0.5)),
                          std::vector<double>{1.0, -1.0});
            }),
            "scores: weight of row 3");
  EXPECT_THROW(classes.add(y, Matrix::Constant(2, 4, 0.25)), InvalidInput);

  RunningRegressionScores partly;
  given.mean = Vector::Ones(2);
  partly.add(y, given);
  partly.add(y, {});
  EXPECT_EQ(name_of_refusal([&] { partly.scores(); }), "scores: rows with a mean");
  given.levels = Vector::Constant(1, 0.5);
  given.quantiles = Matrix::Ones(2, 1);
  EXPECT_EQ(name_of_refusal([&] { partly.add(y, given); }), "scores: levels");
}

}  // namespace
}  // namespace phigp
