// Rows that are encoded block by block have to be those that are encoded at once, from a table that
// holds nothing but them.
#include "phigp/model/table_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/threads.h"
#include "phigp/io/select_rows.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/changed_column.h"

namespace phigp::test {

namespace {

constexpr std::size_t kRows = 97;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Awkward on purpose: cells of every column but weights, offset and trials are missing somewhere,
// and "green" appears only in a row without a target.
Table awkward(bool holes_in_targets) {
  std::vector<double> x, w, offset, trials, successes, counts, label, y;
  std::vector<std::string> kind, sex;
  for (std::size_t i = 0; i < kRows; ++i) {
    const auto t = static_cast<double>(i);
    const bool hole = holes_in_targets && (i < 3 || i % 11 == 4 || (i > 60 && i < 75) || i == 96);
    x.push_back(i % 13 == 5 ? kNan : std::sin(3.0 * t) * 1e3);
    w.push_back(static_cast<double>((i * i) % 5));
    offset.push_back(0.3 * std::cos(t));
    trials.push_back(static_cast<double>(3 + i % 4));
    successes.push_back(hole ? kNan : static_cast<double>(i % 4));
    counts.push_back(hole ? kNan : static_cast<double>((i * 7) % 9));
    label.push_back(hole ? kNan : static_cast<double>(i % 3 == 0));
    y.push_back(hole ? kNan : 50.0 + std::cos(1.7 * t));
    kind.emplace_back(i % 17 == 3 ? "" : i == 1 ? "green" : i % 2 == 0 ? "red" : "blue");
    sex.emplace_back(hole ? "" : i % 5 == 0 ? "m" : "f");
  }
  return {"awkward.csv",
          {number_column("x", x), text_column("kind", kind), number_column("w", w),
           number_column("offset", offset), number_column("trials", trials),
           number_column("successes", successes), number_column("counts", counts),
           number_column("label", label), text_column("sex", sex), number_column("y", y)}};
}

struct Case {
  const char* target;
  Domain domain;
};
constexpr Case kCases[] = {{"y", Domain::real},
                           {"label", Domain::label},
                           {"sex", Domain::label},
                           {"counts", Domain::count},
                           {"successes", Domain::successes}};

FitSettings settings_of(const Case& one, bool weights, bool offset) {
  FitSettings settings;
  settings.target = one.target;
  settings.features = {"x", "kind"};
  settings.impute = true;
  if (weights) settings.weights = "w";
  if (offset) settings.offset = "offset";
  if (one.domain == Domain::successes) settings.trials = "trials";
  return settings;
}

std::vector<std::size_t> with_target(const Table& table, const std::string& target) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (!table.at(target).missing(i)) rows.push_back(i);
  }
  return rows;
}

// Bit for bit.
void expect_same(const TrainingSet& a, const TrainingSet& b) {
  ASSERT_EQ(a.X.rows(), b.X.rows());
  ASSERT_EQ(a.X.cols(), b.X.cols());
  EXPECT_EQ((a.X - b.X).cwiseAbs().sum(), 0.0);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.weights, b.weights);
  ASSERT_EQ(a.offset.size(), b.offset.size());
  EXPECT_TRUE((a.offset.array() == b.offset.array()).all());
}

TrainingSet picked(const TrainingSet& all, std::span<const Eigen::Index> rows) {
  TrainingSet block;
  RowsInMemory(all).gather(rows, block);
  return block;
}

template <class Check>
void for_each_case(const Check& check) {
  for (const bool holes : {false, true}) {
    const Table table = awkward(holes);
    for (const Case& one : kCases) {
      for (const bool weights : {false, true}) {
        for (const bool offset : {false, true}) {
          SCOPED_TRACE(std::string(one.target) + (holes ? ", holes" : "") +
                       (weights ? ", weights" : "") + (offset ? ", offset" : ""));
          const FitSettings settings = settings_of(one, weights, offset);
          check(table, settings, one.domain, learn_encoding(table, settings, one.domain));
        }
      }
    }
  }
}

}  // namespace

TEST(TableRows, AreTheRowsOfATableThatHoldsNothingElse) {
  for_each_case(
      [](const Table& table, const FitSettings& settings, Domain, const DataEncoding& encoding) {
        const std::vector<std::size_t> rows = with_target(table, settings.target);
        const Table alone = select_rows(table, rows);
        // The parts, put together by hand.
        const EncodedInputs inputs = encode_inputs(alone, encoding, 0, alone.rows());
        const Vector y = encode_targets(alone, encoding);
        TrainingSet expected;
        expected.X = inputs.X;
        expected.offset = inputs.offset;
        for (std::size_t i = 0; i < alone.rows(); ++i) {
          expected.rows.push_back({y[static_cast<Eigen::Index>(i)], inputs.trials[i]});
          if (!encoding.weights.empty())
            expected.weights.push_back(alone.at(encoding.weights).numbers[i]);
        }
        const TableRows source(table, encoding);
        ASSERT_EQ(source.size(), static_cast<Eigen::Index>(rows.size()));
        ASSERT_EQ(source.inputs(), expected.X.cols());
        EXPECT_EQ(source.missing_targets(), kRows - rows.size());
        for (std::size_t k = 0; k < rows.size(); ++k)
          EXPECT_EQ(source.table_row(static_cast<Eigen::Index>(k)), rows[k]);

        const EncodedTraining training = encode_training(table, encoding);
        expect_same(training.data, expected);
        EXPECT_EQ(training.table_rows, rows);
        EXPECT_EQ(training.missing_targets, kRows - rows.size());
        ASSERT_EQ(training.imputed.size(), inputs.imputed.size());
        for (std::size_t k = 0; k < inputs.imputed.size(); ++k) {
          EXPECT_EQ(training.imputed[k].column, inputs.imputed[k].column);
          EXPECT_EQ(training.imputed[k].cells, inputs.imputed[k].cells);
        }

        TrainingSet block;  // one for all reads: what the last left behind must not show
        for (const Eigen::Index size : {1, 7, 64, 1000}) {
          for (Eigen::Index first = 0; first < source.size(); first += size) {
            std::vector<Eigen::Index> wanted;
            for (Eigen::Index k = first; k < std::min(source.size(), first + size); ++k)
              wanted.push_back(k);
            source.read(first, static_cast<Eigen::Index>(wanted.size()), block);
            expect_same(block, picked(expected, wanted));
          }
        }
        const std::vector<Eigen::Index> mixed{5, 0, source.size() - 1, 5, 33, 2};
        source.gather(mixed, block);
        expect_same(block, picked(expected, mixed));
        source.read(4, 0, block);
        EXPECT_EQ(block.X.rows(), 0);
      });
}

TEST(TableRows, LearnWhatATableOfTheCountedRowsAloneTeaches) {
  for_each_case([](const Table& table, const FitSettings& settings, Domain domain,
                   const DataEncoding& encoding) {
    std::vector<std::size_t> counted;
    for (const std::size_t i : with_target(table, settings.target)) {
      if (settings.weights.empty() || table.at("w").numbers[i] > 0.0) counted.push_back(i);
    }
    DataEncoding alone = learn_encoding(select_rows(table, counted), settings, domain);
    if (domain == Domain::label) alone.labels = encoding.labels;
    EXPECT_EQ(encoding, alone);
  });
}

TEST(TableRows, CanBeReadByManyThreadsAtATime) {
  const Table table = awkward(true);
  const DataEncoding encoding =
      learn_encoding(table, settings_of(kCases[2], true, true), Domain::label);
  const TableRows source(table, encoding);
  const TrainingSet all = encode_training(table, encoding).data;
  std::vector<TrainingSet> blocks(400);
  Threads(4).for_each_block(blocks.size(), [&](std::size_t b) {
    source.read(static_cast<Eigen::Index>(b % 50), 9, blocks[b]);
  });
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<Eigen::Index> wanted;
    for (Eigen::Index k = 0; k < 9; ++k) wanted.push_back(static_cast<Eigen::Index>(b % 50) + k);
    expect_same(blocks[b], picked(all, wanted));
  }
}

TEST(TableRows, NameTheCellThatCannotBeUsed) {
  const Table table = awkward(true);
  const auto refusal = [&](const Case& one, const std::string& column, double value) {
    FitSettings settings = settings_of(one, true, true);
    settings.features = {"x"};
    const DataEncoding encoding = learn_encoding(table, settings, one.domain);
    std::vector<Column> columns = table.columns();
    for (Column& each : columns) {
      if (each.name == column) set_number(each, 40, value);
    }
    const Table changed("t.csv", columns);
    const TableRows source(changed, encoding);
    TrainingSet block;
    source.read(0, 10, block);  // elsewhere all is well
    return message_of<InvalidInput>([&] { source.read(0, source.size(), block); });
  };
  EXPECT_EQ(refusal(kCases[0], "w", -1.0),
            "t.csv, row 41, column 'w' must not be negative, got -1");
  EXPECT_EQ(refusal(kCases[0], "w", kNan),
            "t.csv, row 41, column 'w' must be a number, got a missing cell");
  EXPECT_EQ(refusal(kCases[0], "offset", kNan),
            "t.csv, row 41, column 'offset' must be a number, got a missing cell");
  EXPECT_EQ(refusal(kCases[3], "counts", 1.5),
            "t.csv, row 41, column 'counts' must be a whole number, at least 0, got 1.5");
  EXPECT_EQ(refusal(kCases[4], "successes", 40.0),
            "t.csv, row 41, column 'successes' must be at most the number of trials (3), got 40");
  EXPECT_EQ(refusal(kCases[4], "trials", 0.0),
            "t.csv, row 41, column 'trials' must be a whole number, at least 1, got 0");
  EXPECT_EQ(refusal(kCases[1], "label", 7.0),
            "t.csv, row 41, column 'label' must be one of the labels 0 and 1, got 7");
}

TEST(TableRows, RefuseATableWithoutTargetsAndRowsThatAreNotThere) {
  const Table table = awkward(true);
  const DataEncoding encoding =
      learn_encoding(table, settings_of(kCases[0], false, false), Domain::real);
  const TableRows source(table, encoding);
  TrainingSet block;
  EXPECT_THROW(source.read(source.size() - 1, 2, block), InvalidInput);
  EXPECT_THROW(source.read(-1, 1, block), InvalidInput);
  const std::vector<Eigen::Index> beyond{source.size()};
  EXPECT_THROW(source.gather(beyond, block), InvalidInput);
  std::vector<Column> columns = table.columns();
  change_numbers(columns.back(), [](std::size_t, double) { return kNan; });
  const Table empty("empty.csv", columns);
  EXPECT_EQ(message_of<InvalidInput>([&] { const TableRows none(empty, encoding); }),
            "empty.csv has no row with a target");
}

// Training knew one label only: the other is found in the table, wherever a block begins.
TEST(TableRows, TakeTheUnknownLabelFromTheWholeTable) {
  const Table one("one", {number_column("x", {1, 2, 3}), number_column("y", {1, 1, 1})});
  FitSettings settings;
  settings.target = "y";
  const DataEncoding encoding = learn_encoding(one, settings, Domain::label);
  const Table two("two", {number_column("x", {1, 2, 3, 4}), number_column("y", {1, 0, 0, 1})});
  const TableRows source(two, encoding);
  TrainingSet block;
  source.read(2, 2, block);
  EXPECT_EQ(block.rows[0].y, -1.0);
  EXPECT_EQ(block.rows[1].y, 1.0);
  EXPECT_EQ(encode_targets(two, encoding, 2, 1)[0], -1.0);
  EXPECT_THROW(encode_targets(two, encoding, 2, 3), InvalidInput);
  const Table three("three", {number_column("x", {1, 2, 3}), number_column("y", {0, 2, 1})});
  EXPECT_EQ(message_of<InvalidInput>([&] { encode_training(three, encoding); }),
            "three, row 2, column 'y' must be one of the labels 0 and 1, got 2");
}

}  // namespace phigp::test
