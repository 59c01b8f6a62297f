#include "phigp/io/target_encoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

Table parse(const std::string& text, const TableOptions& options = {}) {
  std::istringstream in(text);
  return read_table(in, "t.csv", options);
}

Labels labels_of(const std::string& cells) { return find_labels(parse("x,y\n" + cells), "y"); }
std::vector<double> encoded(const std::string& cells, const Labels& labels) {
  const Target target = encode_target(parse("x,y\n" + cells), "y", labels);
  return {target.y.begin(), target.y.end()};
}

TEST(Target, KeepsNumbersAndMarksMissingOnes) {
  const Target target = encode_target(parse("x,y\n1,2.5\n1,NA\n1,-3\n"), "y");
  EXPECT_EQ(target.y[0], 2.5);
  EXPECT_TRUE(std::isnan(target.y[1]));
  EXPECT_EQ(target.y[2], -3);
  EXPECT_EQ(target.missing, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(target.missing_count, 1U);
  EXPECT_EQ(message_of<InvalidInput>([] { encode_target(parse("x,y\n1,2\n1,high\n"), "y"); }),
            "t.csv, row 3, column 'y' must be a number, got high");
  EXPECT_EQ(message_of<InvalidInput>([] { encode_target(parse("x,y\n1,2\n"), "Y"); }),
            "t.csv, column 'Y' is not known; did you mean y? Known: x, y");
}

TEST(Labels, TakesAnyTwoValues) {
  EXPECT_EQ(labels_of("1,1\n1,0\n1,1\n"), (Labels{"0", "1"}));
  EXPECT_EQ(labels_of("1,1\n1,-1\n"), (Labels{"-1", "1"}));
  EXPECT_EQ(labels_of("1,10\n1,9\n1,NA\n"), (Labels{"9", "10"}));  // as numbers, not as text
  EXPECT_EQ(labels_of("1,yes\n1,no\n"), (Labels{"no", "yes"}));
  EXPECT_EQ(labels_of("1,2.5\n1,-0\n1,0\n"), (Labels{"0", "2.5"}));  // minus zero is zero
  EXPECT_FALSE(labels_of("1,a\n1,b\n").only_one());
}

TEST(Labels, BecomeMinusOneAndOne) {
  EXPECT_EQ(encoded("1,yes\n1,no\n1,yes\n", {"no", "yes"}), (std::vector<double>{1, -1, 1}));
  const Target target = encode_target(parse("x,y\n1,0\n1,\n1,1\n"), "y", Labels{"0", "1"});
  EXPECT_TRUE(std::isnan(target.y[1]));
  EXPECT_EQ(target.missing, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(target.missing_count, 1U);
  EXPECT_EQ(message_of<InvalidInput>([] { encoded("1,no\n1,maybe\n", {"no", "yes"}); }),
            "t.csv, row 3, column 'y' must be one of the labels no and yes, got maybe");
}

TEST(Labels, RefusesThreeOrMoreAndNone) {
  EXPECT_EQ(
      message_of<InvalidInput>([] { labels_of("1,a\n1,b\n1,c\n"); }),
      "t.csv, column 'y' must have two labels; classification into three or more does not exist "
      "here, got a, b, c");
  EXPECT_EQ(
      message_of<InvalidInput>([] { labels_of("1,1\n1,2\n1,3\n1,4\n1,5\n1,6\n"); }),
      "t.csv, column 'y' must have two labels; classification into three or more does not exist "
      "here, got 1, 2, 3, 4, 5, …");
  EXPECT_EQ(message_of<InvalidInput>([] { labels_of("1,NA\n2,\n"); }),
            "t.csv, column 'y' must have a label that is not missing");
}

TEST(Labels, AllowsOneLabelAlone) {
  EXPECT_EQ(labels_of("1,0\n1,0\n"), (Labels{"0", std::nullopt}));
  EXPECT_EQ(labels_of("1,-1\n"), (Labels{"-1", std::nullopt}));
  EXPECT_EQ(labels_of("1,1\n"), (Labels{std::nullopt, "1"}));
  EXPECT_EQ(labels_of("1,sick\n"), (Labels{std::nullopt, "sick"}));
  EXPECT_TRUE(labels_of("1,sick\n").only_one());
  // The other one may turn up later, but only one.
  EXPECT_EQ(encoded("1,0\n1,1\n1,1\n", {"0", std::nullopt}), (std::vector<double>{-1, 1, 1}));
  EXPECT_EQ(encoded("1,well\n1,sick\n", {std::nullopt, "sick"}), (std::vector<double>{-1, 1}));
  EXPECT_EQ(message_of<InvalidInput>([] { encoded("1,0\n1,1\n1,2\n", {"0", std::nullopt}); }),
            "t.csv, row 4, column 'y' must be one of the labels 0 and 1, got 2");
  EXPECT_EQ(message_of<InvalidInput>([] { encoded("1,0\n", {}); }),
            "labels must know at least one label");
}

TEST(Labels, AreTheSameAfterJson) {
  for (const Labels& labels :
       {Labels{"no \"x\"", "é"}, Labels{std::nullopt, "1"}, Labels{"0", std::nullopt}}) {
    EXPECT_EQ(Labels::from_json(labels.to_json()), labels);
  }
  EXPECT_EQ(
      message_of<InvalidInput>([] { Labels::from_json(R"({"negative":"a","positive":"a"})"); }),
      "labels must be two different ones, of which one may be unknown, got "
      "{\"negative\":\"a\",\"positive\":\"a\"}");
  EXPECT_THROW(Labels::from_json(R"({"negative":null,"positive":null})"), InvalidInput);
  EXPECT_TRUE(message_of<InvalidInput>([] {
                Labels::from_json("{");
              }).starts_with("labels must be the JSON that to_json wrote"));
  EXPECT_EQ(message_of<InvalidInput>([] { (Labels{"\xFF", "a"}).to_json(); }),
            "labels must be UTF-8 text");
}

}  // namespace
}  // namespace phigp::test
