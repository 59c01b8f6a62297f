// CSV in all its dialects, and every sentence that refuses one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

Table parse(const std::string& text, const TableOptions& options = {}) {
  std::istringstream in(text);
  return read_table(in, "t.csv", options);
}

std::string refusal(const std::string& text, const TableOptions& options = {}) {
  return message_of<InvalidInput>([&] { parse(text, options); });
}

void expect_numbers(const Table& table, const std::string& name,
                    const std::vector<double>& values) {
  const Column& column = table.at(name);
  ASSERT_EQ(column.kind, ColumnKind::number) << name;
  ASSERT_EQ(column.numbers.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      EXPECT_TRUE(std::isnan(column.numbers[i])) << name << " " << i;
    } else {
      EXPECT_EQ(column.numbers[i], values[i]) << name << " " << i;
      EXPECT_EQ(std::signbit(column.numbers[i]), std::signbit(values[i])) << name << " " << i;
    }
  }
}

void expect_texts(const Table& table, const std::string& name,
                  const std::vector<std::string>& cells) {
  const Column& column = table.at(name);
  ASSERT_EQ(column.kind, ColumnKind::text) << name;
  ASSERT_EQ(column.rows(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(column.text(i), cells[i]);
}

TEST(Csv, ReadsNamesAndNumbers) {
  const Table table = parse("age,y\n1,2.5\n-3,1e-3\n");
  EXPECT_EQ(table.source(), "t.csv");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"age", "y"}));
  EXPECT_TRUE(table.named());
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.at("y").position, 1U);
  expect_numbers(table, "age", {1, -3});
  expect_numbers(table, "y", {2.5, 1e-3});
}

TEST(Csv, FindsEveryDelimiter) {
  for (const std::string delimiter : {",", ";", "\t", "|", " "}) {
    std::string text = "a,b,c\n1,2,3\n4,5,6\n";
    for (char& c : text) {
      if (c == ',') c = delimiter[0];
    }
    const Table table = parse(text);
    expect_numbers(table, "b", {2, 5});
    EXPECT_EQ(table.columns().size(), 3U) << delimiter;
  }
}

TEST(Csv, TakesTheDelimiterThatCutsEveryRowAlike) {
  // Commas inside text in a tab-separated file, and decimal commas, do not mislead.
  expect_texts(parse("a\tb\n1\tx, y\n2\tz\n"), "b", {"x, y", "z"});
  expect_texts(parse("a;b\n1,5;2\n2,5;3\n"), "a", {"1,5", "2,5"});
  // A comma file in which one row has a tab or a bar stays one.
  expect_texts(parse("a,b\n1,x|y\n2,z\n"), "b", {"x|y", "z"});
  // One ragged row does not turn the file into one of a single column.
  EXPECT_EQ(refusal("a,b\n1,2\n3,4\n5\n"),
            "t.csv, row 4 must have as many cells as the header, 2 (delimiter ,), got 1");
}

TEST(Csv, TakesAnyNumberOfSpacesAsOne) {
  const Table table = parse("  1.5   2  3 \n 4 5     6\n");
  EXPECT_FALSE(table.named());
  expect_numbers(table, "column1", {1.5, 4});
  expect_numbers(table, "column3", {3, 6});
}

TEST(Csv, ReadsASingleColumn) { expect_numbers(parse("y\n1\n2\n"), "y", {1, 2}); }

TEST(Csv, KnowsAHeaderFromData) {
  EXPECT_TRUE(parse("a,b\nx,y\n").named());   // all text: the first row is names
  EXPECT_FALSE(parse("1,b\n2,c\n").named());  // a number is no name
  EXPECT_FALSE(parse("NA,?\n2,3\n").named());
  TableOptions options;
  options.header = true;
  EXPECT_EQ(parse("2019,2020\n1,2\n", options).names(), (std::vector<std::string>{"2019", "2020"}));
  options.header = false;
  expect_texts(parse("a,b\nc,d\n", options), "column2", {"b", "d"});
}

TEST(Csv, TakesTheDelimiterItIsTold) {
  TableOptions options;
  options.delimiter = ',';
  expect_texts(parse("a;b\n1;2\n", options), "a;b", {"1;2"});
  options.delimiter = ':';
  EXPECT_EQ(refusal("a:b\n", options),
            "delimiter must be a comma, semicolon, tab, bar or space, got :");
}

TEST(Csv, ReadsQuotes) {
  const Table table = parse(
      "\"name, first\",\"b\"\n\"x \"\"y\"\" z\",1\n \"two\nlines\" , \"2\"\n\"\",3\n\" s \",4\n");
  expect_texts(table, "name, first", {"x \"y\" z", "two\nlines", "", " s "});
  expect_numbers(table, "b", {1, 2, 3, 4});
  EXPECT_EQ(table.row_number(0), 2U);
  EXPECT_EQ(table.row_number(1), 3U);
  EXPECT_EQ(table.row_number(2), 5U);  // the row before stands on two lines
  expect_texts(parse("a,b\n5\" pipe,1\n"), "a", {"5\" pipe"});  // a quote inside is itself
}

TEST(Csv, TakesAllLineEndsAndAByteOrderMark) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    for (const std::string& last : {std::string(), end, end + end}) {
      std::string text = "\xEF\xBB\xBF";
      text.append("a,b").append(end).append("1,x").append(end).append("2,y").append(last);
      const Table table = parse(text);
      expect_numbers(table, "a", {1, 2});
      expect_texts(table, "b", {"x", "y"});
    }
  }
}

TEST(Csv, SkipsBlankLinesAndKeepsRowNumbers) {
  const Table table = parse("\n\na,b\n1,2\n\n  \n3,4\n");
  expect_numbers(table, "b", {2, 4});
  EXPECT_EQ(table.row_number(0), 4U);
  EXPECT_EQ(table.row_number(1), 7U);
  EXPECT_EQ(table.place(1, table.at("b")), "t.csv, row 7, column 'b'");
}

TEST(Csv, KnowsMissingCells) {
  const Table table =
      parse("a,b\n1,u\n,\nNA,NA\nN/A,N/A\nnan,nan\nNaN,NaN\nnull,null\n?,?\n \t,\" \"\n");
  expect_numbers(table, "a", {1, kNan, kNan, kNan, kNan, kNan, kNan, kNan, kNan});
  expect_texts(table, "b", {"u", "", "", "", "", "", "", "", " "});
  EXPECT_TRUE(table.at("b").missing(1));
  TableOptions options;
  options.missing = {"-999"};
  expect_numbers(parse("a\n-999\n\"\"\n1\n", options), "a", {kNan, kNan, 1});
  expect_texts(parse("a\nNA\n1\n", options), "a", {"NA", "1"});
}

TEST(Csv, ReadsNumbersExactly) {
  const Table table = parse(
      "a\n0.1\n+1.5\n-0\n1e308\n4.9e-324\n1e-400\n123456789012345678\n999999999999999\n"
      "1000000000000000\n-999999999999999\n2.2250738585072011e-308\n.5\n5.\n1E+2\n 7 \n");
  expect_numbers(table, "a",
                 {0.1, 1.5, -0.0, 1e308, 4.9e-324, 0.0, 123456789012345678.0, 999999999999999.0,
                  1e15, -999999999999999.0, 2.2250738585072011e-308, 0.5, 5.0, 100.0, 7.0});
}

TEST(Csv, TakesAColumnWithOneWordForText) {
  expect_texts(parse("a\n1\n2\nx\n"), "a", {"1", "2", "x"});
  for (const std::string cell : {"0x10", "1_000", "1 000", "--1", "+-1", "1e", "12:30", "NANA"}) {
    EXPECT_EQ(parse("a,b\n1,1\n" + cell + ",1\n").at("a").kind, ColumnKind::text) << cell;
  }
}

TEST(Csv, KeepsTheSpellingOfCellsReadBeforeTheFirstWord) {
  std::string text = "a,b\n";
  for (int i = 0; i < 5000; ++i) text += "0" + std::to_string(i % 10) + ",1.5\n";
  const Table table = parse(text + "x,2\n");
  ASSERT_EQ(table.rows(), 5001U);
  EXPECT_EQ(table.at("a").kind, ColumnKind::text);
  EXPECT_EQ(table.at("a").text(13), "03");
  EXPECT_EQ(table.at("a").text(5000), "x");
  EXPECT_EQ(table.at("b").numbers[5000], 2.0);
}

TEST(Csv, ReadsColumnsAsTextWhenTold) {
  TableOptions options;
  options.text_columns = {"zip", "not there"};
  const Table table = parse("zip,y\n01234,1\n1e5,2\ninf,3\n", options);
  expect_texts(table, "zip", {"01234", "1e5", "inf"});
}

TEST(Csv, RefusesInfiniteCells) {
  EXPECT_EQ(refusal("a,b\n1,2\n3,inf\n"), "t.csv, row 3, column 'b' must be finite, got inf");
  EXPECT_EQ(refusal("a,b\n1,2\n\n-1e999,4\n"),
            "t.csv, row 4, column 'a' must be finite, got -1e999");
  expect_texts(parse("a\ninf\nx\n"), "a", {"inf", "x"});  // a word among words
}

TEST(Csv, RefusesRaggedRows) {
  EXPECT_EQ(refusal("a,b\n1,2\n3,4,5,6\n7,8\n"),
            "t.csv, row 3 must have as many cells as the header, 2 (delimiter ,), got 4");
  EXPECT_EQ(refusal("1,2\n3,4\n3,\n5"),
            "t.csv, row 4 must have as many cells as the first row, 2 (delimiter ,), got 1");
  EXPECT_EQ(refusal("a\tb\n1\t2\n1\t2\t\n"),
            "t.csv, row 3 must have as many cells as the header, 2 (delimiter tab), got 3");
  EXPECT_EQ(refusal("1 2\n1 2\n1 2 3\n"),
            "t.csv, row 3 must have as many cells as the first row, 2 (delimiter space), got 3");
}

TEST(Csv, RefusesNamesThatAreMissingOrTwice) {
  EXPECT_EQ(refusal("a,b,a\n1,2,3\n"),
            "t.csv, columns 1 and 3 must have different names, got 'a' twice");
  EXPECT_EQ(refusal(",b\n1,2\n"), "t.csv, column 1 must have a name");
}

TEST(Csv, RefusesBrokenQuotes) {
  EXPECT_EQ(refusal("a,b\n1,\"x\n2,y\n"), "t.csv, row 2 has a quote that is never closed");
  EXPECT_EQ(refusal("a,b\n1,\"x\"y\n"),
            "t.csv, row 2 has text after a closing quote; quotes inside a quoted cell are doubled");
  EXPECT_EQ(refusal("a,\"b\n1,2\n"), "t.csv, row 1 has a quote that is never closed");
}

TEST(Csv, RefusesAHeaderAlone) {
  EXPECT_EQ(refusal("a,b\n"), "t.csv has a header but no row of data");
}

TEST(Csv, ReadsAMillionCellsAsTheyWereWritten) {
  // Numbers of every length, so that room grows and every path of the number reader is taken.
  std::string text = "a,b,c\n";
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 300'000; ++i) {
    a.push_back((i % 7 - 3) * std::pow(10.0, i % 20));
    b.push_back(std::sin(i) * std::pow(10.0, i % 600 - 300));
    text += to_text(a.back()) + "," + to_text(b.back()) + "," + std::to_string(i) + "\n";
  }
  const Table table = parse(text);
  ASSERT_EQ(table.rows(), a.size());
  EXPECT_EQ(table.at("a").numbers, a);
  EXPECT_EQ(table.at("b").numbers, b);
  EXPECT_EQ(table.at("c").numbers.back(), 299'999.0);
  EXPECT_EQ(table.row_number(299'999), 300'001U);
}

}  // namespace
}  // namespace phigp::test
