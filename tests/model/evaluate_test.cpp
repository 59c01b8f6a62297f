// Tables of several chunks: what is said of them is what is said of their rows.
#include "phigp/model/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/model/fit.h"
#include "phigp/model/test_results.h"
#include "tests/support/changed_column.h"

namespace phigp::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kManyRows = 9001;  // three chunks

// Numbers, successes of trials, labels, and weights, of which every fifth is 0.
Table targets_of_all_kinds(std::size_t rows) {
  std::vector<double> x, y, trials, successes, w;
  std::vector<std::string> label, kind;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto t = static_cast<double>(i);
    x.push_back(std::fmod(0.37 * t, 7.0));
    kind.emplace_back(i == 40 || i == 8000 ? "new" : (i % 3 == 0 ? "a" : "b"));
    y.push_back(50.0 + 4.0 * std::sin(x.back()) + std::cos(11.0 * t));
    trials.push_back(4.0 + static_cast<double>(i % 3));
    successes.push_back(static_cast<double>(i % 5));
    label.emplace_back(std::sin(x.back()) + std::cos(13.0 * t) > 0.0 ? "yes" : "no");
    w.push_back(static_cast<double>(i % 5));
    if (i % 10 == 6) {
      y.back() = successes.back() = kNan;
      label.back() = "";
    }
  }
  TableFacts facts;
  facts.first_row = 2;
  return Table("many.csv",
               {number_column("x", x), text_column("kind", kind), number_column("y", y),
                number_column("trials", trials), number_column("successes", successes),
                text_column("label", label), number_column("w", w)},
               facts);
}

struct Kind {
  const char* target;
  const char* likelihood;
};
constexpr Kind kKinds[] = {{"y", "student-t"}, {"successes", "binomial"}, {"label", "logistic"}};

FittedModel fitted(const Kind& kind) {
  FitSettings settings;
  settings.target = kind.target;
  settings.features = {"x", "kind"};
  settings.likelihood.name = kind.likelihood;
  settings.weights = "w";
  if (settings.likelihood.name == "binomial") settings.trials = "trials";
  settings.iterations = 3;
  settings.threads = 1;
  return fit(targets_of_all_kinds(40), settings);
}

// Predictions of a row are rounded otherwise where other rows are predicted with it.
constexpr double kRounding = 1e-10;

void expect_same(const Evaluation& a, const Evaluation& b, double tolerance = 0.0) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.missing, b.missing);
  ASSERT_EQ(a.scores.size(), b.scores.size());
  for (std::size_t k = 0; k < a.scores.size(); ++k) {
    const ScoreEntry& one = a.scores[k];
    const ScoreEntry& other = b.scores[k];
    EXPECT_EQ(one.key(), other.key());
    EXPECT_NEAR(one.value, other.value, tolerance) << one.key();
    EXPECT_NEAR(one.standard_error.value_or(0.0), other.standard_error.value_or(0.0), tolerance)
        << one.key();
    EXPECT_NEAR(one.p_value.value_or(0.0), other.p_value.value_or(0.0), tolerance) << one.key();
  }
}

const ScoreEntry& entry(const Evaluation& evaluation, Score score) {
  return *std::find_if(evaluation.scores.begin(), evaluation.scores.end(),
                       [&](const ScoreEntry& each) { return each.score == score; });
}

Evaluation streamed(const FittedModel& model, const Table& table, std::size_t rows_at_once) {
  HeldOutChunks chunks(model, table, 1, {}, rows_at_once);
  RunningEvaluation running(model.encoding().domain, 5);
  for (HeldOut chunk; chunks.next(chunk);) running.add(chunk);
  return running.result();
}

TEST(Evaluate, ScoresChunksOfAnySizeAsAllRowsTogether) {
  const Table table = targets_of_all_kinds(90);
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.likelihood);
    const FittedModel model = fitted(kind);
    const Evaluation all = score(predict_held_out(model, table, 1), model.encoding().domain, 5);
    EXPECT_EQ(all.missing, 9u);
    for (const std::size_t size : {1u, 7u, 50u, 90u})
      expect_same(streamed(model, table, size), all, kRounding);
  }
}

TEST(Evaluate, ScoresEveryRowOfATableOfSeveralChunks) {
  const Table table = targets_of_all_kinds(kManyRows);
  for (const Kind& kind : {kKinds[0], kKinds[2]}) {  // counts take milliseconds per row
    SCOPED_TRACE(kind.likelihood);
    const FittedModel model = fitted(kind);
    const Evaluation evaluation = evaluate(model, table, 1);
    const HeldOut rows = predict_held_out(model, table, 1);
    expect_same(evaluation, score(rows, model.encoding().domain));
    EXPECT_EQ(evaluation.missing, kManyRows / 10);
    ASSERT_EQ(evaluation.unseen.size(), 1u);
    EXPECT_EQ(evaluation.unseen[0].cells, 2u);

    // Each row in its place, by its log density, whose mean is a score of both kinds.
    const Vector expected = predictive_log_density(model, table, 1);
    const NumberCells& weights = table.at("w").numbers;
    double sum = 0.0;
    double weight = 0.0;
    for (std::size_t i = 0; i < kManyRows; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      EXPECT_EQ(rows.weight[row], weights[i]);
      if (std::isnan(expected[row])) continue;
      EXPECT_EQ(rows.log_density[row], expected[row]) << i;
      sum -= weights[i] * expected[row];
      weight += weights[i];
    }
    const bool label = model.encoding().domain == Domain::label;
    const ScoreEntry& scored =
        entry(evaluation, label ? Score::log_loss : Score::negative_log_density);
    EXPECT_NEAR(scored.value, sum / weight, 1e-9);
    EXPECT_EQ(rows.predicted.label.size(), label ? kManyRows : 0u);
  }
}

// Every third row of those that count, from whichever chunk, and the whole table's share of each.
TEST(Evaluate, LooksAtThePitOfTheSameRowsHoweverTheTableIsCut) {
  const std::size_t n = 2 * HeldOut::kMostPitRows + 1;
  HeldOut rows;
  rows.target = Vector::Zero(static_cast<Eigen::Index>(n + 10));
  rows.target.head(10).setConstant(kNan);
  rows.weight = Vector::Ones(rows.target.size());
  const std::vector<std::size_t> at_once = PitRows(n).next(rows);
  ASSERT_EQ(at_once.size(), (n + 2) / 3);
  EXPECT_EQ(at_once[1], 13u);
  PitRows in_blocks(n);
  std::vector<std::size_t> found;
  for (std::size_t first = 0; first < n + 10; first += 4096) {
    const std::size_t count = std::min<std::size_t>(4096, n + 10 - first);
    HeldOut block;
    block.target =
        rows.target.segment(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count));
    block.weight = Vector::Ones(block.target.size());
    for (const std::size_t place : in_blocks.next(block)) found.push_back(first + place);
  }
  EXPECT_EQ(found, at_once);
}

// The PIT of counts is random: each row has its own number of the stream.
TEST(Evaluate, RandomisesThePitOfCountsAlikeHoweverTheTableIsCut) {
  const Table table = targets_of_all_kinds(80);
  const FittedModel model = fitted(kKinds[1]);
  const HeldOut rows = test_results(model, table, 1).rows;
  const Evaluation all = score(rows, Domain::successes, 7);
  EXPECT_NE(entry(all, Score::pit_distance).value,
            entry(score(rows, Domain::successes, 8), Score::pit_distance).value);
  for (const Eigen::Index size : {1, 7, 60}) {
    RunningEvaluation running(Domain::successes, 7);
    for (Eigen::Index first = 0; first < 80; first += size) {
      const Eigen::Index count = std::min<Eigen::Index>(size, 80 - first);
      HeldOut block = unfilled_rows(count, true);
      copy_rows(rows, first, count, block, 0);
      running.add(block);
    }
    expect_same(running.result(), all);
  }
}

TEST(Evaluate, RefusesWhatCannotBeScoredBeforeAnyWork) {
  const Table table = targets_of_all_kinds(kManyRows);
  const auto refusal_of = [&](const char* changed, std::size_t row, double value) {
    std::vector<Column> columns = table.columns();
    for (Column& column : columns)
      if (column.name == changed) set_number(column, row, value);
    TableFacts facts;
    facts.first_row = 2;
    const Table bad("bad.csv", columns, facts);
    try {
      evaluate(fitted(kKinds[1]), bad, 1, 0, [](const Progress&) {
        ADD_FAILURE() << "rows were predicted";
        return true;
      });
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal_of("successes", 9000, 2.5),
            "bad.csv, row 9002, column 'successes' must be a whole number, at least 0, got 2.5");
  EXPECT_EQ(refusal_of("w", 9000, -1.0),
            "bad.csv, row 9002, column 'w' must not be negative, got -1");
  EXPECT_EQ(refusal_of("w", 5000, kNan),
            "bad.csv, row 5002, column 'w' must be a number, got a missing cell");
  std::vector<Column> columns = table.columns();
  for (Column& column : columns)
    if (column.name == "w") change_numbers(column, [](std::size_t, double) { return 0.0; });
  EXPECT_THROW(evaluate(fitted(kKinds[0]), Table("none", columns), 1), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
