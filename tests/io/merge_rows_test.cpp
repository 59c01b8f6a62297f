#include "phigp/io/merge_rows.h"

#include <gtest/gtest.h>

#include <limits>

#include "phigp/base/error.h"

namespace phigp::test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Table table_of(std::vector<double> x, std::vector<std::string> text, std::vector<double> weights) {
  std::vector<Column> columns{number_column("x", std::move(x)), text_column("t", text)};
  if (!weights.empty()) columns.push_back(number_column("w", std::move(weights)));
  return {"table", std::move(columns)};
}

std::vector<double> numbers(const Table& table, const std::string& column) {
  return table.at(column).numbers.copy();
}

TEST(MergeEqualRows, CountsCopiesAndAddsWeights) {
  const Table copies = table_of({2, 1, 2, 2, 1}, {"b", "a", "b", "a", "a"}, {});
  const auto merged = merge_equal_rows(copies, "w");
  ASSERT_TRUE(merged);
  EXPECT_EQ(numbers(*merged, "x"), (std::vector<double>{1, 2, 2}));
  EXPECT_EQ(merged->at("t").text(1), "a");
  EXPECT_EQ(merged->at("t").text(2), "b");
  EXPECT_EQ(numbers(*merged, "w"), (std::vector<double>{2, 1, 2}));
}

TEST(MergeEqualRows, GivesTheSameTableForWeightsAsForCopiesInAnyOrder) {
  const auto copies = merge_equal_rows(table_of({3, 1, 3, 1, 3}, {"z", "", "z", "", "y"}, {}), "w");
  const auto weighted =
      merge_equal_rows(table_of({3, 7, 1, 3}, {"y", "q", "", "z"}, {1, 0, 2, 2}), "w");
  ASSERT_TRUE(copies && weighted);
  for (const char* column : {"x", "w"})
    EXPECT_EQ(numbers(*copies, column), numbers(*weighted, column)) << column;
  EXPECT_EQ(copies->at("t").values, weighted->at("t").values);
  EXPECT_EQ(copies->at("t").codes, weighted->at("t").codes);
}

TEST(MergeEqualRows, TakesMissingCellsForEqualAndPutsThemLast) {
  const auto merged = merge_equal_rows(table_of({kNaN, 5, kNaN}, {"a", "a", "a"}, {}), "w");
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->rows(), 2U);
  EXPECT_TRUE(merged->at("x").missing(1));
  EXPECT_EQ(numbers(*merged, "w"), (std::vector<double>{1, 2}));
}

TEST(MergeEqualRows, LeavesATableOfDifferentRowsAlone) {
  EXPECT_FALSE(merge_equal_rows(table_of({2, 1}, {"a", "a"}, {}), "w"));
}

TEST(MergeEqualRows, KeepsWhereInTheFileARowCameFrom) {
  const auto merged = merge_equal_rows(table_of({9, 1, 9}, {"a", "a", "a"}, {}), "w");
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->row_number(0), 2U);
  EXPECT_EQ(merged->row_number(1), 1U);
}

TEST(MergeEqualRows, RefusesWeightsThatAreNone) {
  EXPECT_THROW(merge_equal_rows(table_of({1, 2}, {"a", "a"}, {1, -1}), "w"), InvalidInput);
  EXPECT_THROW(merge_equal_rows(table_of({1, 2}, {"a", "a"}, {1, kNaN}), "w"), InvalidInput);
  EXPECT_THROW(merge_equal_rows(table_of({1, 2}, {"a", "a"}, {0, 0}), "w"), InvalidInput);
  EXPECT_THROW(merge_equal_rows(table_of({1, 2}, {"a", "b"}, {}), "t"), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
