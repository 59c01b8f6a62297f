#include "phigp/io/table.h"

#include <gtest/gtest.h>

#include <limits>

#include "phigp/base/error.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

Table small(const TableFacts& facts = {}) {
  const std::vector<std::string> texts{"u", "", "u"};
  return Table("t", {number_column("age", {1, kNan, 3}), text_column("sex", texts)}, facts);
}

std::string refusal(std::vector<Column> columns, TableFacts facts = {}) {
  return message_of<InvalidInput>([&] { Table("t", std::move(columns), std::move(facts)); });
}

TEST(Table, KnowsItsColumns) {
  const Table table = small();
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.find("sex")->position, 1U);
  EXPECT_EQ(table.find("nothing"), nullptr);
  EXPECT_EQ(table.at("sex").values, std::vector<std::string>{"u"});
  EXPECT_EQ(table.at("sex").codes, (std::vector<std::int32_t>{0, -1, 0}));
  EXPECT_TRUE(table.at("age").missing(1));
  EXPECT_EQ(table.at("age").text(2), "3");
  EXPECT_EQ(table.at("age").text(1), "");
}

TEST(Table, SuggestsTheNearestName) {
  EXPECT_EQ(message_of<InvalidInput>([] { small().at("agee"); }),
            "t, column 'agee' is not known; did you mean age? Known: age, sex");
  // Numbers are places only where the file states no names.
  EXPECT_EQ(message_of<InvalidInput>([] { small().at("1"); }),
            "t, column '1' is not known; known: age, sex");
  std::vector<Column> many;
  for (int i = 0; i < 50; ++i) many.push_back(number_column("feature" + std::to_string(i), {1}));
  const Table wide("t", many);
  EXPECT_EQ(message_of<InvalidInput>([&] { wide.at("feature_7"); }),
            "t, column 'feature_7' is not known; did you mean feature7?");
  EXPECT_EQ(message_of<InvalidInput>([&] { wide.at("z"); }), "t, column 'z' is not known");
}

TEST(Table, FindsColumnsByNumberWhereThereAreNoNames) {
  TableFacts facts;
  facts.named = false;
  const Table table = small(facts);
  EXPECT_EQ(table.at("1").name, "age");
  EXPECT_EQ(table.at("-1").name, "sex");
  EXPECT_EQ(table.at("-2").name, "age");
  for (const char* none : {"0", "3", "-3", "1x", ""}) {
    EXPECT_THROW(table.at(none), InvalidInput) << none;
  }
}

TEST(Table, CountsRowsAsTheFileDoes) {
  TableFacts facts;
  facts.first_row = 2;
  EXPECT_EQ(small(facts).row_number(2), 4U);
  facts.row_numbers = std::vector<std::size_t>{2, 5, 9};
  EXPECT_EQ(small(facts).place(2, small().at("age")), "t, row 9, column 'age'");
}

TEST(Table, RefusesWhatIsNoTable) {
  EXPECT_EQ(refusal({}), "t must have a column");
  EXPECT_EQ(refusal({number_column("a", {})}), "t must have a row of data");
  EXPECT_EQ(refusal({number_column("a", {1}), number_column("b", {1, 2})}),
            "t, column 'b' must have as many rows as the first column, 1, got 2");
  EXPECT_EQ(refusal({number_column("a", {1}), number_column("a", {1})}),
            "t, columns 1 and 2 must have different names, got 'a' twice");
  EXPECT_EQ(refusal({number_column("", {1})}), "t, column 1 must have a name");
  EXPECT_EQ(refusal({number_column("a", {1, -std::numeric_limits<double>::infinity()})}),
            "t, row 2, column 'a' must be finite, got -inf");
  TableFacts facts;
  facts.row_numbers = std::vector<std::size_t>{1, 2};
  EXPECT_EQ(refusal({number_column("a", {1})}, facts), "t must have as many row numbers as rows");
}

TEST(CompleteNumbers, RefusesTextAndMissingCells) {
  const std::vector<std::string> mixed{"1", "2x", "3"};
  const std::vector<std::string> digits{"1", "2", "3"};
  const Table table("t", {number_column("w", {1, 2, 3}), number_column("v", {1, kNan, 3}),
                          text_column("x", mixed), text_column("d", digits)});
  EXPECT_EQ(complete_numbers(table, "w")[2], 3.0);
  EXPECT_EQ(message_of<InvalidInput>([&] { complete_numbers(table, "v"); }),
            "t, row 2, column 'v' must be a number, got a missing cell");
  EXPECT_EQ(message_of<InvalidInput>([&] { complete_numbers(table, "x"); }),
            "t, row 2, column 'x' must be a number, got 2x");
  EXPECT_EQ(message_of<InvalidInput>([&] { complete_numbers(table, "d"); }),
            "t, column 'd' must be a column of numbers, got text");
}

}  // namespace
}  // namespace phigp::test
