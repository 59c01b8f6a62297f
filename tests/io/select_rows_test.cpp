#include "phigp/io/select_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

TEST(SelectRows, IsTheTableOfTheseRowsAlone) {
  const TemporaryFolder folder;
  const Table whole = read_table(folder.file("t.csv", "x,kind\n1,a\n,b\n3,\n4,c\n5,b\n"));
  const std::vector<std::size_t> rows{4, 2, 1, 4};
  const Table part = select_rows(whole, rows);
  ASSERT_EQ(part.rows(), 4u);
  EXPECT_EQ(part.at("x").text(0), "5");
  EXPECT_TRUE(part.at("x").missing(2));
  // "a" and "c" are gone, as if they had never been there.
  EXPECT_EQ(part.at("kind").values, (std::vector<std::string>{"b"}));
  EXPECT_EQ(part.at("kind").codes, (std::vector<std::int32_t>{0, -1, 0, 0}));
  // Places are those of the file: the header is its row 1.
  EXPECT_EQ(part.row_number(0), 6u);
  EXPECT_EQ(part.row_number(1), 4u);
  EXPECT_EQ(part.source(), whole.source());
  EXPECT_TRUE(part.named());
}

TEST(SelectRows, KeepsWhatIsKnownOfTheFile) {
  const TemporaryFolder folder;
  const std::vector<std::size_t> first{0};
  const Table bare = read_table(folder.file("bare.csv", "1,2\n3,4\n"));
  EXPECT_FALSE(select_rows(bare, first).named());
  EXPECT_EQ(select_rows(bare, first).at("-1").numbers[0], 2.0);
  const Table sparse = read_table(folder.file("t.svm", "1 2:5\n0 1:3\n"));
  EXPECT_TRUE(select_rows(sparse, first).absent_is_zero());
}

TEST(SelectRows, RefusesRowsThatAreNotThere) {
  const Table table("t", {number_column("x", {1.0, 2.0})});
  const std::vector<std::size_t> beyond{0, 2};
  EXPECT_THROW(select_rows(table, beyond), InvalidInput);
  EXPECT_THROW(select_rows(table, {}), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
