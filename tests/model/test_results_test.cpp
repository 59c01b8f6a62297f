#include "phigp/model/test_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/model/fit.h"

namespace phigp::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

FittedModel fitted(const Table& table, const std::string& likelihood, const std::string& trials) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = likelihood;
  settings.trials = trials;
  settings.iterations = 20;
  settings.threads = 1;
  return fit(table, settings);
}

TableFacts below_a_header() {
  TableFacts facts;
  facts.first_row = 2;
  return facts;
}

Table wave(std::size_t rows) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < rows; ++i) {
    x.push_back(0.1 * static_cast<double>(i));
    y.push_back(100.0 + 30.0 * std::sin(x.back()) + 5.0 * std::sin(37.0 * x.back()));
  }
  return Table("wave.csv", {number_column("x", x), number_column("y", y)}, below_a_header());
}

// With Gaussian noise y is normal with the mean and variance that are predicted.
TEST(TestResults, HaveThePitOfTheNormalLawForGaussianNoise) {
  const Table table = wave(60);
  const TestResults results = test_results(fitted(table, "gaussian", ""), table, 1);
  for (Eigen::Index i = 0; i < results.pit.size(); ++i) {
    const double z =
        (results.rows.target[i] - results.rows.predicted.mean[i]) / results.rows.predicted.sd[i];
    EXPECT_NEAR(results.pit[i], normal_cdf(z), 1e-8) << i;
  }
  // Kolmogorov and Smirnov's distance, by going through the sorted values.
  std::vector<double> sorted(results.pit.begin(), results.pit.end());
  std::sort(sorted.begin(), sorted.end());
  double distance = 0.0;
  for (std::size_t k = 0; k < sorted.size(); ++k)
    distance = std::max({distance, sorted[k] - static_cast<double>(k) / 60.0,
                         static_cast<double>(k + 1) / 60.0 - sorted[k]});
  ASSERT_TRUE(results.uniformity.has_value());
  EXPECT_NEAR(results.uniformity->distance, distance, 1e-12);
  const ScoreEntry& scored = results.evaluation.scores.back();
  EXPECT_EQ(scored.key(), "pit");
  EXPECT_EQ(scored.value, results.uniformity->distance);
  EXPECT_EQ(scored.p_value, results.uniformity->p_value);
  EXPECT_EQ(results.seen, 60U);
}

// Every second row has a target, so that any even stride over the table would find none or all.
TEST(TestResults, HaveThePitOfRowsThatCountHoweverManyDoNot) {
  const FittedModel model = fitted(wave(40), "gaussian", "");
  const std::size_t n = HeldOut::kMostPitRows + 2;
  std::vector<double> x(n, 1.0);
  std::vector<double> y(n, kNan);
  for (std::size_t i = 1; i < n; i += 2) y[i] = 100.0 + static_cast<double>(i % 7);
  const TestResults results =
      test_results(model, Table("half", {number_column("x", x), number_column("y", y)}), 1);
  std::size_t known = 0;
  for (const double u : results.pit) known += std::isnan(u) ? 0 : 1;
  EXPECT_EQ(known, n / 2);
  EXPECT_TRUE(results.uniformity.has_value());
  EXPECT_EQ(results.seen, 0U);
}

std::string refusal_of(const FittedModel& model, const Table& table) {
  try {
    test_results(model, table, 1);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(TestResults, AreRefusedWithThePlaceOfABadTarget) {
  std::vector<double> x;
  std::vector<double> n;
  std::vector<double> y;
  for (int i = 0; i < 20; ++i) {
    x.push_back(i);
    n.push_back(4.0);
    y.push_back(i % 4);
  }
  const auto table = [&](double third) {
    std::vector<double> targets = y;
    targets[2] = third;
    return Table("bad.csv",
                 {number_column("x", x), number_column("n", n), number_column("y", targets)},
                 below_a_header());
  };
  const FittedModel counts = fitted(table(1.0), "negative-binomial", "");
  const FittedModel successes = fitted(table(1.0), "binomial", "n");
  for (const std::string& message :
       {refusal_of(counts, table(2.5)), refusal_of(counts, table(-1.0)),
        refusal_of(successes, table(0.5)), refusal_of(successes, table(5.0)),
        refusal_of(fitted(table(1.0), "gaussian", ""), table(1e300))})
    EXPECT_NE(message.find("bad.csv, row 4, column 'y'"), std::string::npos) << message;
}

// The PIT of counts is randomised between P(Y < y) and P(Y <= y): summing log densities of y, which
// are computed elsewhere, gives the same two ends, and one number of the stream belongs to each
// row.
TEST(TestResults, HaveThePitOfBinomialCountsFromTheSumsOfTheirProbabilities) {
  std::vector<double> x;
  std::vector<double> n;
  std::vector<double> y;
  for (int i = 0; i < 30; ++i) {
    x.push_back(0.2 * i);
    n.push_back(3.0 + i % 4);
    y.push_back(static_cast<double>(i % 4));
  }
  const auto with_targets = [&](const std::vector<double>& targets) {
    return Table("trials",
                 {number_column("x", x), number_column("n", n), number_column("y", targets)});
  };
  const Table table = with_targets(y);
  const FittedModel model = fitted(table, "binomial", "n");
  const TestResults results = test_results(model, table, 1);
  std::vector<double> below(30, 0.0);
  for (int k = 0; k < 3; ++k) {
    const Vector at = predictive_log_density(model, with_targets(std::vector<double>(30, k)), 1);
    for (std::size_t i = 0; i < 30; ++i)
      if (k < y[i]) below[i] += std::exp(at[static_cast<Eigen::Index>(i)]);
  }
  Stream stream({.seed = 0, .purpose = Purpose::target, .chain = 0, .index = 0});
  for (std::size_t i = 0; i < 30; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double mass = std::exp(results.rows.log_density[row]);
    EXPECT_NEAR(results.pit[row], below[i] + stream.uniform() * mass, 1e-8) << i;
  }
}

TEST(TestResults, NameTheWorstRowsByTheirLineInTheFile) {
  const Table train = wave(60);
  std::vector<double> x(train.at("x").numbers.begin(), train.at("x").numbers.end());
  std::vector<double> y(train.at("y").numbers.begin(), train.at("y").numbers.end());
  y[7] += 500.0;
  y[31] -= 200.0;
  y[40] = kNan;
  const Table table("test.csv", {number_column("x", x), number_column("y", y)}, below_a_header());
  const TestResults results = test_results(fitted(train, "gaussian", ""), table, 1);
  ASSERT_EQ(results.worst.size(), TestResults::kWorstRows);
  EXPECT_EQ(results.worst[0].row_number, 9U);  // the eighth row, below a header
  EXPECT_EQ(results.worst[1].row_number, 33U);
  EXPECT_EQ(results.worst[0].row, 7);
  for (std::size_t k = 0; k < results.worst.size(); ++k) {
    EXPECT_NE(results.worst[k].row, 40);
    if (k > 0) {
      EXPECT_LE(results.rows.log_density[results.worst[k - 1].row],
                results.rows.log_density[results.worst[k].row]);
    }
  }
  EXPECT_TRUE(std::isnan(results.pit[40]));
  EXPECT_EQ(results.evaluation.missing, 1U);
}

TEST(TestResults, OfLabelsHaveNoPit) {
  std::vector<double> x;
  std::vector<std::string> y;
  for (int i = 0; i < 20; ++i) {
    x.push_back(i);
    y.emplace_back(i < 10 ? "no" : "yes");
  }
  const Table table("labels", {number_column("x", x), text_column("y", y)});
  const TestResults results = test_results(fitted(table, "logistic", ""), table, 1);
  EXPECT_EQ(results.pit.size(), 0);
  EXPECT_FALSE(results.uniformity.has_value());
  EXPECT_TRUE(results.worst[0].observed == "no" || results.worst[0].observed == "yes");
}

TEST(TestResults, AreRefusedWithoutTheTarget) {
  const Table table = wave(20);
  const FittedModel model = fitted(table, "gaussian", "");
  EXPECT_THROW(test_results(model, Table("x", {table.at("x")}), 1), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
