#include "phigp/model/cross_validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/select_rows.h"
#include "phigp/model/fit.h"
#include "phigp/model/folds.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/changed_column.h"

namespace phigp::test {
namespace {

// 24 rows: a number, categories of which one appears once, weights, an offset, trials, and targets.
Table small_table() {
  std::vector<double> x, w, offset, trials, y, successes, label;
  std::vector<std::string> kind;
  for (int i = 0; i < 24; ++i) {
    const double t = 0.25 * i;
    x.push_back(t);
    kind.emplace_back(i == 7 ? "rare" : (i % 3 == 0 ? "a" : "b"));
    w.push_back(1.0 + i % 3);
    offset.push_back(0.1 * std::cos(t));
    trials.push_back(5.0 + i % 4);
    y.push_back(3.0 + 2.0 * std::sin(t) + 0.3 * std::cos(7.0 * i));
    successes.push_back(std::floor(2.5 + 2.0 * std::sin(t)));
    label.push_back(i % 4 == 0 ? 1.0 : 0.0);
  }
  return {"small",
          {number_column("x", x), text_column("kind", kind), number_column("w", w),
           number_column("offset", offset), number_column("trials", trials),
           number_column("successes", successes), number_column("label", label),
           number_column("y", y)}};
}

FitSettings quick(const std::string& target, const std::string& likelihood) {
  FitSettings settings;
  settings.target = target;
  settings.features = {"x", "kind"};
  settings.likelihood.name = likelihood;
  settings.iterations = 5;
  settings.seed = 3;
  settings.threads = 1;
  return settings;
}

Table with_cell(const Table& table, const std::string& name, std::size_t row, double value) {
  std::vector<Column> columns = table.columns();
  for (Column& column : columns) {
    if (column.name == name) set_number(column, row, value);
  }
  return {table.source(), columns};
}

TEST(Folds, PartitionTheRowsEvenlyAndEveryClassToo) {
  for (const int folds : {2, 3, 7, 40}) {
    std::vector<int> classes;
    for (int i = 0; i < 83; ++i) classes.push_back(i % 9 == 4 ? -1 : (i * i) % 3 / 2);
    const std::vector<int> fold = deal_folds(classes, folds, 11, 0);
    for (const int c : {-1, 0, 1}) {
      std::vector<int> sizes(static_cast<std::size_t>(folds), 0);
      std::vector<int> all(static_cast<std::size_t>(folds), 0);
      for (std::size_t i = 0; i < classes.size(); ++i) {
        ASSERT_EQ(fold[i] < 0, classes[i] < 0);
        ASSERT_LT(fold[i], folds);
        if (fold[i] < 0) continue;
        ++all[static_cast<std::size_t>(fold[i])];
        if (classes[i] == c) ++sizes[static_cast<std::size_t>(fold[i])];
      }
      const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
      EXPECT_LE(*most - *least, 1) << folds << " folds, class " << c;
      const auto [low, high] = std::minmax_element(all.begin(), all.end());
      EXPECT_LE(*high - *low, 1) << folds << " folds";
    }
  }
}

TEST(Folds, FollowFromSeedAndRepeat) {
  const std::vector<int> classes(50, 0);
  EXPECT_EQ(deal_folds(classes, 5, 1, 0), deal_folds(classes, 5, 1, 0));
  EXPECT_NE(deal_folds(classes, 5, 1, 0), deal_folds(classes, 5, 2, 0));
  EXPECT_NE(deal_folds(classes, 5, 1, 0), deal_folds(classes, 5, 1, 1));
}

// Every pair of rows should share a fold equally often: (m - 1)/(n - 1) with folds of m = 2 of n =
// 6 rows. Over 4000 seeds the frequency has a standard deviation below 0.0064; 15 pairs within 5 of
// them fail by chance once in 1e5.
TEST(Folds, TreatAllPairsOfRowsAlikeStatistical) {
  const std::vector<int> classes(6, 0);
  double together[6][6] = {};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const std::vector<int> fold = deal_folds(classes, 3, seed, 0);
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = 0; j < i; ++j) together[i][j] += fold[i] == fold[j] ? 1.0 : 0.0;
    }
  }
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(together[i][j] / 4000.0, 0.2, 0.032);
  }
}

// A fold is what fit() and evaluate() make of two tables with its rows.
TEST(CrossValidation, IsAFitAndAnEvaluationOfEachFold) {
  struct Case {
    const char* target;
    const char* likelihood;
  };
  for (const Case& at :
       {Case{"y", "student-t"}, Case{"label", "logistic"}, Case{"successes", "binomial"}}) {
    SCOPED_TRACE(at.likelihood);
    const Table table = small_table();
    FitSettings settings = quick(at.target, at.likelihood);
    settings.weights = "w";
    settings.offset = "offset";
    if (std::string(at.likelihood) == "binomial") settings.trials = "trials";
    const CrossValidation result = cross_validate(table, settings, {4, 2});
    ASSERT_EQ(result.done, 8u);
    ASSERT_EQ(result.where.size(), 48u);
    for (const FoldResult& fold : result.folds) {
      std::vector<std::size_t> inside;
      std::vector<std::size_t> outside;
      for (std::size_t i = 0; i < table.rows(); ++i) outside.push_back(i);
      for (const OutOfFoldRow& row : result.where) {
        if (row.repeat == fold.repeat && row.fold == fold.fold) inside.push_back(row.row);
      }
      for (const std::size_t i : inside) std::erase(outside, i);
      EXPECT_EQ(inside.size(), 6u);
      const FittedModel model = fit(select_rows(table, outside), settings);
      const Table test = select_rows(table, inside);
      const Evaluation evaluation = evaluate(model, test, 1, settings.seed);
      ASSERT_EQ(evaluation.scores.size(), fold.evaluation.scores.size());
      for (std::size_t k = 0; k < evaluation.scores.size(); ++k)
        EXPECT_EQ(evaluation.scores[k].value, fold.evaluation.scores[k].value);
      const Predictions predicted = predict(model, test, 0, test.rows(), {scored_quantiles(), 1});
      Eigen::Index next = 0;
      for (std::size_t k = 0; k < result.where.size(); ++k) {
        if (result.where[k].repeat != fold.repeat || result.where[k].fold != fold.fold) continue;
        const auto row = static_cast<Eigen::Index>(k);
        EXPECT_EQ(result.held_out.predicted.mean[row], predicted.mean[next]);
        EXPECT_EQ(result.held_out.predicted.quantiles(row, 1), predicted.quantiles(next, 1));
        ++next;
      }
    }
  }
}

TEST(CrossValidation, PoolsRowsWithTheirWeightsAndHasItsErrorFromTheFolds) {
  const Table table = small_table();
  FitSettings settings = quick("y", "gaussian");
  settings.weights = "w";
  const CrossValidation result = cross_validate(table, settings, {3, 2});
  double squares = 0.0;
  double weights = 0.0;
  for (std::size_t k = 0; k < result.where.size(); ++k) {
    const std::size_t row = result.where[k].row;
    const double weight = table.at("w").numbers[row];
    const double miss =
        table.at("y").numbers[row] - result.held_out.predicted.mean[static_cast<Eigen::Index>(k)];
    squares += weight * miss * miss;
    weights += weight;
  }
  const ScoreEntry& rmse = result.pooled.scores.front();
  ASSERT_EQ(rmse.score, Score::root_mean_square_error);
  EXPECT_NEAR(rmse.value, std::sqrt(squares / weights), 1e-12);
  // (D.21) by hand.
  double mean_variance = 0.0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    double each[3] = {};
    for (std::size_t k = 0; k < 3; ++k)
      each[k] = result.folds[static_cast<std::size_t>(repeat) * 3 + k].evaluation.scores[0].value;
    const double mean = (each[0] + each[1] + each[2]) / 3.0;
    for (const double score : each) mean_variance += (score - mean) * (score - mean) / 2.0 / 2.0;
  }
  EXPECT_NEAR(rmse.standard_error.value(), std::sqrt(mean_variance / 3.0), 1e-12);
}

TEST(CrossValidation, IsTheSameForAnyNumberOfThreads) {
  FitSettings settings = quick("y", "laplace");
  const CrossValidation one = cross_validate(small_table(), settings, {5, 1});
  settings.threads = 3;
  const CrossValidation three = cross_validate(small_table(), settings, {5, 1});
  EXPECT_EQ(one.held_out.predicted.mean, three.held_out.predicted.mean);
  EXPECT_EQ(one.held_out.log_density, three.held_out.log_density);
}

TEST(CrossValidation, LeavesOutRowsWithoutTargetOrWeight) {
  Table table = with_cell(small_table(), "y", 4, std::nan(""));
  table = with_cell(table, "w", 9, 0.0);
  FitSettings settings = quick("y", "gaussian");
  settings.weights = "w";
  const CrossValidation result = cross_validate(table, settings, {22, 1});  // leave one out
  EXPECT_EQ(result.rows, 22u);
  EXPECT_EQ(result.left_out, 2u);
  std::set<std::size_t> seen;
  for (const OutOfFoldRow& row : result.where) seen.insert(row.row);
  EXPECT_EQ(seen.size(), 22u);
  EXPECT_FALSE(seen.contains(4) || seen.contains(9));
  for (const FoldResult& fold : result.folds) EXPECT_EQ(fold.training_rows, 21u);
}

// The category of row 7 is new to the models that predict it.
TEST(CrossValidation, LearnsCategoriesFromTheTrainingRowsAlone) {
  const CrossValidation result = cross_validate(small_table(), quick("y", "gaussian"), {4, 1});
  ASSERT_EQ(result.pooled.unseen.size(), 1u);
  EXPECT_EQ(result.pooled.unseen[0].column, "kind");
  EXPECT_EQ(result.pooled.unseen[0].cells, 1u);
}

TEST(CrossValidation, GivesEveryFoldItsShareOfBothLabels) {
  const CrossValidation result = cross_validate(small_table(), quick("label", "logistic"), {3, 1});
  EXPECT_TRUE(result.stratified);
  std::vector<int> positive(3, 0);
  for (const OutOfFoldRow& row : result.where)
    positive[static_cast<std::size_t>(row.fold)] += row.row % 4 == 0 ? 1 : 0;
  EXPECT_EQ(positive, (std::vector<int>{2, 2, 2}));
}

// One row of label "nay" of 8: the fold that holds it trains on "aye" alone, and its predictions
// are still probabilities of the label that is positive in the whole table.
TEST(CrossValidation, KeepsTheMeaningOfLabelsWhereAFoldLacksOne) {
  std::vector<std::string> labels(8, "aye");
  labels[2] = "nay";  // "aye" comes first in the order of bytes: "nay" is the positive one
  std::vector<double> x{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
  const Table table("labels", {number_column("x", x), text_column("y", labels)});
  FitSettings settings;
  settings.target = "y";
  settings.threads = 1;
  const CrossValidation result = cross_validate(table, settings, {8, 1});
  ASSERT_EQ(result.done, 8u);
  for (Eigen::Index k = 0; k < 8; ++k) {
    EXPECT_LT(result.held_out.predicted.mean[k], 0.5) << k;
    EXPECT_EQ(result.held_out.predicted.label[static_cast<std::size_t>(k)], "aye");
  }
  EXPECT_EQ(result.held_out.target[2], 1.0);
  EXPECT_NEAR(result.pooled.scores.front().value, 1.0 / 8.0, 1e-12);  // the error
}

TEST(CrossValidation, RefusesWhatMakesNoSense) {
  const Table table = small_table();
  const FitSettings settings = quick("y", "gaussian");
  const auto refusal = [&](int folds, int repeats) {
    return message_of<InvalidInput>([&] { cross_validate(table, settings, {folds, repeats}); });
  };
  EXPECT_EQ(refusal(25, 1), "folds must be at most the number of rows with a target (24), got 25");
  EXPECT_EQ(refusal(1, 1), "folds must be at least 2, got 1");
  EXPECT_EQ(refusal(5, 0), "repeats must be at least 1, got 0");
  const Table hole = with_cell(table, "x", 3, std::nan(""));
  EXPECT_NE(message_of<InvalidInput>([&] { cross_validate(hole, settings); }).find("row 4"),
            std::string::npos);
}

// Without one of the two "p" the texts are all different, which fit() refuses.
TEST(CrossValidation, ReportsFoldsThatFailAndGoesOn) {
  const std::vector<std::string> kind{"p", "p", "q", "r"};
  const Table table("t", {text_column("kind", kind), number_column("y", {1.0, 2.0, 4.0, 3.0})});
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = "gaussian";
  settings.iterations = 2;
  settings.threads = 1;
  const CrossValidation result = cross_validate(table, settings, {4, 1});
  EXPECT_EQ(result.failed, 2u);  // those that hold out a "p" keep p, q, r
  EXPECT_EQ(result.done, 2u);
  EXPECT_EQ(result.where.size(), 2u);
  EXPECT_EQ(result.stop, Stop::converged);
  for (const FoldResult& fold : result.folds) {
    if (fold.state == FoldResult::State::failed) {
      EXPECT_NE(fold.failure.find("different text"), std::string::npos) << fold.failure;
    }
  }
  EXPECT_TRUE(result.pooled.scores.front().standard_error.has_value());
}

TEST(CrossValidation, ThrowsWhenNoFoldCanBeFitted) {
  const std::vector<std::string> odd{"p", "q", "r", "s", "t", "t"};
  const Table table("t",
                    {text_column("kind", odd), number_column("y", {1.0, 2.0, 4.0, 3.0, 1.0, 2.0})});
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = "gaussian";
  settings.threads = 1;
  // With one "t" in each of the two folds, neither has a text that repeats.
  bool thrown = false;
  for (std::uint64_t seed = 0; seed < 50 && !thrown; ++seed) {
    settings.seed = seed;
    settings.iterations = 0;
    try {
      EXPECT_GT(cross_validate(table, settings, {2, 1}).done, 0u);
    } catch (const DataError& error) {
      thrown = true;
      EXPECT_NE(std::string(error.what()).find("different text"), std::string::npos);
    }
  }
  EXPECT_TRUE(thrown);
}

TEST(CrossValidation, KeepsTheFoldsThatAreDoneWhenItIsStopped) {
  const FitSettings settings = quick("y", "gaussian");
  const CrossValidation whole = cross_validate(small_table(), settings, {6, 1});
  const CrossValidation part =
      cross_validate(small_table(), settings, {6, 1},
                     [](const Progress& progress) { return progress.iteration < 2; });
  EXPECT_EQ(part.stop, Stop::stopped);
  EXPECT_EQ(part.done, 2u);
  EXPECT_EQ(part.where.size(), 8u);
  EXPECT_EQ(part.folds[5].state, FoldResult::State::not_reached);
  EXPECT_EQ(part.folds[1].evaluation.scores[0].value, whole.folds[1].evaluation.scores[0].value);
  const CrossValidation none =
      cross_validate(small_table(), settings, {6, 1}, [](const Progress&) { return false; });
  EXPECT_EQ(none.done, 0u);
  EXPECT_EQ(none.stop, Stop::stopped);
  EXPECT_TRUE(none.pooled.scores.empty());
}

}  // namespace
}  // namespace phigp::test
