#include "phigp/diagnostics/classification_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "phigp/base/error.h"
#include "tests/diagnostics/reference.h"

namespace phigp {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTolerance = 1e-12;

const nlohmann::json& reference() {
  static const nlohmann::json json = test::read_reference("scores.json");
  return json;
}

std::vector<double> numbers(const nlohmann::json& json) { return json.get<std::vector<double>>(); }

void expect_score(const ScoreValue& score, const nlohmann::json& pair, const std::string& what) {
  EXPECT_NEAR(score.value, pair[0].get<double>(), kTolerance) << what;
  EXPECT_NEAR(score.standard_error, pair[1].get<double>(), kTolerance) << what;
}

TEST(ClassificationScores, OfTwoClassesEqualThoseOfOtherPrograms) {
  const nlohmann::json& entry = reference()["binary"];
  const std::vector<double> y = numbers(entry["y"]);
  const Matrix p = two_class_probabilities(test::vector_of(entry["p"]));
  for (const bool weighted : {false, true}) {
    const nlohmann::json& expected = entry[weighted ? "weighted" : "plain"];
    const std::vector<double> weights =
        weighted ? numbers(entry["weights"]) : std::vector<double>{};
    const ClassificationScores scores = score_classification(y, p, weights);
    expect_score(scores.error, expected["error"], "error");
    expect_score(scores.log_loss, expected["log_loss"], "log loss");
    expect_score(scores.brier, expected["brier"], "Brier");
    EXPECT_NEAR(scores.calibration_width.error.value, expected["ece_width"].get<double>(),
                kTolerance);
    if (!weighted) {
      EXPECT_NEAR(scores.calibration.error.value, expected["ece"].get<double>(), kTolerance);
    }
  }
}

TEST(ClassificationScores, OfThreeClassesEqualThoseOfOtherPrograms) {
  const nlohmann::json& entry = reference()["multiclass"];
  const Matrix p = test::columns_of(entry["p"]).transpose();
  const ClassificationScores scores = score_classification(numbers(entry["y"]), p);
  EXPECT_NEAR(scores.error.value, entry["error"].get<double>(), kTolerance);
  EXPECT_NEAR(scores.log_loss.value, entry["log_loss"].get<double>(), kTolerance);
  EXPECT_NEAR(scores.brier.value, entry["brier"].get<double>(), kTolerance);
  EXPECT_NEAR(scores.calibration_width.error.value, entry["ece_width"].get<double>(), kTolerance);
}

TEST(ClassificationScores, ATieCountsAsARandomPick) {
  const std::vector<double> y = {0.0, 2.0};
  const Matrix p = (Matrix(2, 3) << 0.4, 0.4, 0.2, 0.4, 0.4, 0.2).finished();
  EXPECT_EQ(score_classification(y, p).error.value, 0.75);
}

TEST(ClassificationScores, AnImpossibleClassThatHappenedIsInfinite) {
  const std::vector<double> y = {0.0, 1.0};
  const ClassificationScores scores =
      score_classification(y, two_class_probabilities(Vector::Ones(2)));
  EXPECT_EQ(scores.log_loss.value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(scores.log_loss.standard_error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(scores.brier.value, 0.5);
}

TEST(ClassificationScores, MissingClassesAreLeftOutAndCounted) {
  const std::vector<double> y = {0.0, kNaN, 1.0};
  const Vector p = (Vector(3) << 0.2, kNaN, 0.7).finished();
  const ClassificationScores scores = score_classification(y, two_class_probabilities(p));
  EXPECT_EQ(scores.missing, 1u);
  EXPECT_EQ(scores.rows, 2u);
  EXPECT_NEAR(scores.brier.value, (0.04 + 0.09) / 2.0, 1e-15);
}

TEST(ClassificationScores, MistakesAreRefusedByName) {
  const Matrix p = two_class_probabilities(Vector::Constant(2, 0.3));
  EXPECT_THROW(score_classification(std::vector<double>{0.0, 2.0}, p), InvalidInput);
  EXPECT_THROW(score_classification(std::vector<double>{0.0, -1.0}, p), InvalidInput);
  EXPECT_THROW(score_classification(std::vector<double>{0.0}, p), InvalidInput);
  EXPECT_THROW(score_classification(std::vector<double>{0.0, 1.0}, p.leftCols(1)), InvalidInput);
  EXPECT_THROW(score_classification(std::vector<double>{0.0, 1.0}, (0.9 * p).eval()), InvalidInput);
  EXPECT_THROW(score_classification(std::vector<double>{0.0, 1.0}, p, {}, 0), InvalidInput);
}

TEST(Calibration, BinsOfEqualMassDoNotDependOnTheOrderOfRowsOrOnSplittingThem) {
  const std::vector<double> p = {0.1, 0.9, 0.4, 0.4, 0.6, 0.2, 0.4};
  const std::vector<double> y = {0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0};
  std::vector<double> reversed_p(p.rbegin(), p.rend());
  std::vector<double> reversed_y(y.rbegin(), y.rend());
  const Calibration one = calibration(ScoredRows(y), p, y, Binning::equal_mass, 3);
  const Calibration other =
      calibration(ScoredRows(reversed_y), reversed_p, reversed_y, Binning::equal_mass, 3);
  EXPECT_NEAR(one.error.value, other.error.value, 1e-15);
  // The last row twice, or once with weight 2.
  std::vector<double> more_p = p;
  std::vector<double> more_y = y;
  more_p.push_back(p.back());
  more_y.push_back(y.back());
  std::vector<double> weights(7, 1.0);
  weights.back() = 2.0;
  EXPECT_NEAR(calibration(ScoredRows(more_y), more_p, more_y, Binning::equal_mass, 3).error.value,
              calibration(ScoredRows(y, weights), p, y, Binning::equal_mass, 3).error.value, 1e-15);
}

TEST(Calibration, BinsHoldWhatTheySay) {
  const std::vector<double> p = {0.0, 0.1, 0.25, 0.5, 0.75, 1.0};
  const std::vector<double> y = {0.0, 1.0, 0.0, 1.0, 1.0, 1.0};
  const Calibration two = calibration(ScoredRows(y), p, y, Binning::equal_width, 2);
  ASSERT_EQ(two.bins.size(), 2u);
  EXPECT_EQ(two.bins[0].rows, 4u);  // an edge belongs to the bin below
  EXPECT_EQ(two.bins[0].upper, 0.5);
  EXPECT_NEAR(two.bins[0].probability, 0.85 / 4.0, 1e-15);
  EXPECT_NEAR(two.bins[0].frequency, 0.5, 1e-15);
  EXPECT_NEAR(two.bins[1].share, 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(two.largest_gap, 0.5 - 0.85 / 4.0, 1e-15);
  EXPECT_NEAR(two.error.value, 4.0 / 6.0 * (0.5 - 0.85 / 4.0) + 2.0 / 6.0 * 0.125, 1e-15);
  const Calibration mass = calibration(ScoredRows(y), p, y, Binning::equal_mass, 3);
  ASSERT_EQ(mass.bins.size(), 3u);
  for (const CalibrationBin& bin : mass.bins) EXPECT_EQ(bin.rows, 2u);
  const std::vector<double> weights = {1.0, 3.0, 1.0, 1.0, 1.0, 1.0};
  const Calibration weighted = calibration(ScoredRows(y, weights), p, y, Binning::equal_width, 2);
  EXPECT_NEAR(weighted.bins[0].effective_rows, 36.0 / 12.0, 1e-12);
  EXPECT_NEAR(weighted.bins[1].effective_rows, 2.0, 1e-12);
  EXPECT_EQ(mass.bins[1].lower, 0.25);
  EXPECT_EQ(mass.bins[1].upper, 0.5);
  EXPECT_THROW(calibration(ScoredRows(y), p, p), InvalidInput);
  EXPECT_THROW(calibration(ScoredRows(y), std::vector<double>(6, 1.5), y), InvalidInput);
}

TEST(Calibration, HasTheErrorOfGapsWithTheSignsOfTheirBins) {
  const std::vector<double> p = {0.2, 0.8, 0.4, 0.6};
  const std::vector<double> y = {1.0, 1.0, 0.0, 0.0};
  for (const Binning binning : {Binning::equal_width, Binning::equal_mass}) {
    // Below 1/2: 0.8 and -0.4; above: -0.2 and 0.6.
    const Calibration two = calibration(ScoredRows(y), p, y, binning, 2);
    EXPECT_NEAR(two.error.value, 0.2, 1e-15);
    EXPECT_NEAR(two.error.standard_error, std::sqrt(1.04 * 4.0 / 3.0) / 4.0, 1e-15);  // (D.16)
  }
}

TEST(Score, EveryOneHasItsOwnNameAndIsFoundByIt) {
  std::set<std::string_view> keys;
  for (const ScoreDescription& entry : all_scores()) {
    EXPECT_EQ(describe(entry.score).key, entry.key);
    EXPECT_EQ(describe_score(entry.key).score, entry.score);
    EXPECT_FALSE(entry.meaning.empty());
    EXPECT_FALSE(entry.title.empty());
    keys.insert(entry.key);
  }
  EXPECT_EQ(keys.size(), all_scores().size());
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(Score::calibration_error_width) + 1);
  EXPECT_THROW(describe_score("accuracy"), InvalidInput);
}

TEST(Score, ClassificationTableNamesEveryScoreOnce) {
  const std::vector<double> y = {0.0, 1.0};
  std::vector<std::string> keys;
  const Matrix p = two_class_probabilities(Vector::Constant(2, 0.3));
  for (const ScoreEntry& entry : score_classification(y, p).table()) keys.push_back(entry.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"error", "log_loss", "brier", "ece", "ece_width"}));
}

}  // namespace
}  // namespace phigp
