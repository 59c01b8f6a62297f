#include "phigp/diagnostics/numeric_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "tests/diagnostics/reference.h"
#include "tests/support/statistical.h"

namespace phigp {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-12;

const nlohmann::json& reference() {
  static const nlohmann::json json = test::read_reference("scores.json");
  return json;
}

std::vector<double> numbers(const nlohmann::json& json) { return json.get<std::vector<double>>(); }

Stream stream_at(std::uint64_t index) {
  return Stream({.seed = 4, .purpose = Purpose::test, .chain = 0, .index = index});
}

RegressionPredictions reference_predictions() {
  const nlohmann::json& entry = reference()["regression"];
  RegressionPredictions out;
  out.mean = test::vector_of(entry["mean"]);
  out.median = test::vector_of(entry["median"]);
  out.log_density = test::vector_of(entry["log_density"]);
  out.cdf = test::vector_of(entry["cdf"]);
  const Vector sd = test::vector_of(entry["sd"]);
  const double z = 1.2815515655446004;  // of 90%
  out.levels = (Vector(3) << 0.1, 0.5, 0.9).finished();
  out.quantiles.resize(out.mean.size(), 3);
  out.quantiles << out.mean - z * sd, out.mean, out.mean + z * sd;
  return out;
}

void expect_score(const std::optional<ScoreValue>& score, const nlohmann::json& pair,
                  const std::string& what) {
  ASSERT_TRUE(score) << what;
  EXPECT_NEAR(score->value, pair[0].get<double>(), kTolerance) << what;
  EXPECT_NEAR(score->standard_error, pair[1].get<double>(), kTolerance) << what;
}

TEST(RegressionScores, EqualThoseOfOtherPrograms) {
  const nlohmann::json& entry = reference()["regression"];
  const std::vector<double> y = numbers(entry["y"]);
  for (const bool weighted : {false, true}) {
    const nlohmann::json& expected = entry[weighted ? "weighted" : "plain"];
    const std::vector<double> weights =
        weighted ? numbers(entry["weights"]) : std::vector<double>{};
    const RegressionScores scores = score_regression(y, reference_predictions(), weights);
    expect_score(scores.root_mean_square_error, expected["rmse"], "RMSE");
    expect_score(scores.mean_absolute_error, expected["mae"], "MAE");
    expect_score(scores.negative_log_density, expected["nlpd"], "NLPD");
    ASSERT_EQ(scores.coverage.size(), 1u);
    EXPECT_EQ(scores.coverage[0].level, 0.8);
    expect_score(scores.coverage[0].covered, expected["coverage80"], "coverage");
    if (weighted) continue;
    EXPECT_NEAR(scores.coverage[0].chance_error, std::sqrt(0.16 / 40.0), 1e-15);
    EXPECT_NEAR(scores.pit->distance, entry["pit"]["distance"].get<double>(), kTolerance);
    EXPECT_NEAR(scores.pit->p_value, entry["pit"]["exact_p"].get<double>(), 1e-3);
  }
}

TEST(RegressionScores, CrpsComesFromTheBestThatIsGiven) {
  const std::vector<double> y = {0.5, 1.5};
  RegressionPredictions given;
  given.levels = (Vector(2) << 0.25, 0.75).finished();
  given.quantiles = (Matrix(2, 2) << 0.0, 1.0, 0.0, 1.0).finished();
  // 2 * 0.5 * (0.25 * 0.5 + 0.25 * 0.5) and 2 * 0.5 * (0.25 * 1.5 + 0.75 * 0.5).
  EXPECT_NEAR(score_regression(y, given).continuous_ranked_probability->value, 0.5 * (0.25 + 0.75),
              1e-15);
  given.draws = (Matrix(2, 2) << 0.0, 1.0, 0.0, 1.0).finished();
  // Fair: mean distance 0.5 and 1, less half of E|X - X'| = 1.
  EXPECT_NEAR(score_regression(y, given).continuous_ranked_probability->value, 0.25, 1e-15);
  given.crps = (Vector(2) << 3.0, 5.0).finished();
  EXPECT_EQ(score_regression(y, given).continuous_ranked_probability->value, 4.0);
}

TEST(RegressionScores, MissingTargetsAreLeftOutAndCounted) {
  std::vector<double> y = numbers(reference()["regression"]["y"]);
  RegressionPredictions given = reference_predictions();
  const RegressionScores all = score_regression(y, given);
  // A row more, without a target, whose predictions nobody may look at.
  y.push_back(kNaN);
  for (Vector* each : {&given.mean, &given.median, &given.log_density, &given.cdf}) {
    each->conservativeResize(41);
    (*each)[40] = kNaN;
  }
  given.quantiles.conservativeResize(41, 3);
  given.quantiles.row(40).setConstant(kNaN);
  const RegressionScores some = score_regression(y, given);
  EXPECT_EQ(all.missing, 0u);
  EXPECT_EQ(some.missing, 1u);
  EXPECT_EQ(some.rows, 40u);
  ASSERT_EQ(some.table().size(), all.table().size());
  for (std::size_t i = 0; i < all.table().size(); ++i) {
    EXPECT_EQ(some.table()[i].value, all.table()[i].value) << some.table()[i].key();
    EXPECT_EQ(some.table()[i].standard_error, all.table()[i].standard_error);
  }
}

TEST(RegressionScores, AWeightOfTwoIsARowTwiceAndOfZeroIsNone) {
  const std::vector<double> y = {1.0, 2.0, 4.0};
  RegressionPredictions given;
  given.mean = (Vector(3) << 1.5, 1.0, 9.0).finished();
  const RegressionScores weighted = score_regression(y, given, std::vector<double>{2.0, 1.0, 0.0});
  EXPECT_EQ(weighted.rows, 2u);
  EXPECT_EQ(weighted.missing, 0u);
  EXPECT_NEAR(weighted.mean_absolute_error->value, (0.5 + 0.5 + 1.0) / 3.0, 1e-15);
}

TEST(RegressionScores, ADensityOfZeroIsInfiniteNotNaN) {
  const std::vector<double> y = {1.0, 2.0};
  RegressionPredictions given;
  given.log_density = (Vector(2) << -1.0, -kInfinity).finished();
  const RegressionScores scores = score_regression(y, given);
  EXPECT_EQ(scores.negative_log_density->value, kInfinity);
  EXPECT_EQ(scores.negative_log_density->standard_error, kInfinity);
}

TEST(RegressionScores, OneRowHasNoStandardErrorAndAPerfectOneNoError) {
  const std::vector<double> y = {1.0, 2.0};
  RegressionPredictions given;
  given.mean = (Vector(2) << 1.0, 2.0).finished();
  EXPECT_EQ(score_regression(y, given).root_mean_square_error->value, 0.0);
  EXPECT_EQ(score_regression(y, given).root_mean_square_error->standard_error, 0.0);
  given.mean = Vector::Constant(1, 4.0);
  const RegressionScores one = score_regression(std::span(y).first(1), given);
  EXPECT_EQ(one.root_mean_square_error->value, 3.0);
  EXPECT_EQ(one.root_mean_square_error->standard_error, kInfinity);
}

TEST(RegressionScores, TableNamesEveryScoreOnce) {
  const std::vector<double> y = numbers(reference()["regression"]["y"]);
  std::vector<std::string> keys;
  for (const ScoreEntry& entry : score_regression(y, reference_predictions()).table()) {
    keys.push_back(entry.key());
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"rmse", "mae", "nlpd", "crps", "coverage_0.8", "pit"}));
}

TEST(RegressionScores, MistakesAreRefusedByName) {
  const std::vector<double> y = {1.0, 2.0};
  RegressionPredictions given;
  given.mean = Vector::Ones(3);
  EXPECT_THROW(score_regression(y, given), InvalidInput);
  given.mean = (Vector(2) << 1.0, kNaN).finished();
  try {
    score_regression(y, given);
    FAIL() << "accepted a prediction that is not a number";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.name(), "squared error of row 1");
  }
  given = {};
  given.levels = Vector::Constant(1, 0.5);
  EXPECT_THROW(score_regression(y, given), InvalidInput);
  EXPECT_THROW(score_regression(std::vector<double>{kNaN}, {}), InvalidInput);
  EXPECT_THROW(score_regression(std::vector<double>{kInfinity}, {}), InvalidInput);
  EXPECT_THROW(score_regression(y, {}, std::vector<double>{1.0, -1.0}), InvalidInput);
  EXPECT_THROW(score_regression(y, {}, std::vector<double>{1.0}), InvalidInput);
  given.levels = (Vector(2) << 0.1, 0.9).finished();
  given.quantiles = (Matrix(2, 2) << 1.0, 0.0, 0.0, 1.0).finished();
  EXPECT_THROW(score_regression(y, given), InvalidInput);
}

TEST(CountScores, EqualThoseOfOtherProgramsAndRepeat) {
  const nlohmann::json& entry = reference()["counts"];
  const std::vector<double> y = numbers(entry["y"]);
  CountPredictions given;
  given.mean = test::vector_of(entry["rate"]);
  given.log_density = test::vector_of(entry["log_mass"]);
  given.cdf_below = test::vector_of(entry["below"]);
  given.cdf = test::vector_of(entry["cdf"]);
  Stream first = stream_at(1);
  Stream again = stream_at(1);
  const CountScores scores = score_counts(y, given, first);
  EXPECT_NEAR(scores.negative_log_density->value, entry["nlpd"].get<double>(), kTolerance);
  EXPECT_EQ(scores.pit->distance, score_counts(y, given, again).pit->distance);
  EXPECT_NE(scores.pit->distance, score_counts(y, given, again).pit->distance);
  Stream other = stream_at(2);
  EXPECT_THROW(score_counts(std::vector<double>(30, 0.5), given, other), InvalidInput);
}

TEST(Pit, AMissingRowMovesNoOther) {
  const std::vector<double> below = {0.1, kNaN, 0.3};
  const std::vector<double> at = {0.4, kNaN, 0.9};
  Stream first = stream_at(3);
  Stream again = stream_at(3);
  const Vector with = randomised_pit(below, at, first);
  const Vector without =
      randomised_pit(std::vector<double>{0.1, 0.0, 0.3}, std::vector<double>{0.4, 1.0, 0.9}, again);
  EXPECT_TRUE(std::isnan(with[1]));
  EXPECT_EQ(with[0], without[0]);
  EXPECT_EQ(with[2], without[2]);
  EXPECT_THROW(randomised_pit(at, below, first), InvalidInput);
}

TEST(Pit, StatisticalRandomisedOneOfTheRightLawIsUniformAndOfAWrongOneIsNot) {
  // Counts of three fair coins; DKW with false-alarm rate 5e-10 (tests/support/statistical.h).
  Stream stream = stream_at(5);
  const std::vector<double> cdf = {0.0, 0.125, 0.5, 0.875, 1.0};
  std::vector<double> below, at, targets;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = stream() >> 61;
    const auto y = static_cast<std::size_t>((bits & 1) + (bits >> 1 & 1) + (bits >> 2));
    below.push_back(cdf[y]);
    at.push_back(cdf[y + 1]);
    targets.push_back(static_cast<double>(y));
  }
  const Vector pit = randomised_pit(below, at, stream);
  test::expect_cdf({pit.begin(), pit.end()}, test::pointwise([](double u) { return u; }), "PIT");
  const ScoredRows rows(targets);
  EXPECT_GT(uniformity(rows, {pit.data(), 20000}).p_value, 1e-6);
  // Not randomised: the planted slip.
  EXPECT_LT(uniformity(rows, at).p_value, 1e-9);
}

TEST(Pit, KolmogorovTailEqualsThatOfScipy) {
  const nlohmann::json& entry = reference()["kolmogorov"];
  for (std::size_t i = 0; i < entry["t"].size(); ++i) {
    EXPECT_NEAR(kolmogorov_survival(entry["t"][i]), entry["survival"][i].get<double>(), 1e-14);
  }
  EXPECT_EQ(kolmogorov_survival(0.0), 1.0);
}

TEST(Pit, WeightsCountInTheDistance) {
  const std::vector<double> targets = {0.0, 0.0};
  const std::vector<double> pit = {0.2, 0.6};
  // Steps to 3/4 at 0.2 and to 1 at 0.6.
  EXPECT_NEAR(uniformity(ScoredRows(targets, std::vector<double>{3.0, 1.0}), pit).distance, 0.55,
              1e-15);
  EXPECT_NEAR(uniformity(ScoredRows(targets), pit).distance, 0.4, 1e-15);
  EXPECT_THROW(uniformity(ScoredRows(targets), std::vector<double>{0.2, 1.5}), InvalidInput);
}

}  // namespace
}  // namespace phigp
