#include "phigp/io/feature_encoding.h"

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

FeatureEncoding learn(const std::string& text, const FeatureOptions& options = {}) {
  return FeatureEncoding::learn(parse(text), options);
}

std::string learn_refusal(const std::string& text, const FeatureOptions& options = {}) {
  return message_of<InvalidInput>([&] { learn(text, options); });
}

std::string encode_refusal(const FeatureEncoding& encoding, const std::string& text) {
  return message_of<InvalidInput>([&] { encoding.encode(parse(text)); });
}

FeatureOptions without_y() {
  FeatureOptions options;
  options.exclude = {"y"};
  return options;
}

const std::string kPeople =
    "age,sex,y,size\n20,male,1,5\n40,female,2,5\n30,male,3,5\n30,other,4,5\n";

TEST(FeatureEncoding, StandardisesNumbersAndSplitsCategories) {
  const FeatureEncoding encoding = learn(kPeople, without_y());
  EXPECT_EQ(encoding.width(), 5U);
  EXPECT_EQ(encoding.feature_names(),
            (std::vector<std::string>{"age", "sex=male", "sex=female", "sex=other", "size"}));
  EXPECT_EQ(encoding.text_columns(), std::vector<std::string>{"sex"});
  EXPECT_EQ(encoding.constant_columns(), std::vector<std::string>{"size"});
  const EncodedFeatures encoded = encoding.encode(parse(kPeople));
  const double sd = std::sqrt(50.0);
  Points expected(4, 5);
  expected << -10 / sd, 1, 0, 0, 0, 10 / sd, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0;
  EXPECT_TRUE(encoded.X.isApprox(expected, 1e-15)) << encoded.X;
  EXPECT_TRUE(encoded.unseen.empty());
  EXPECT_TRUE(encoded.imputed.empty());
}

TEST(FeatureEncoding, EncodesRowsInPieces) {
  const FeatureEncoding encoding = learn(kPeople, without_y());
  const Table table = parse(kPeople);
  const Points all = encoding.encode(table).X;
  EXPECT_EQ(encoding.encode(table, 1, 2).X, all.middleRows(1, 2));
  EXPECT_EQ(encoding.encode(table, 4, 0).X.rows(), 0);
  EXPECT_EQ(message_of<InvalidInput>([&] { encoding.encode(table, 3, 2); }),
            "t.csv must have the rows asked for, of its 4, got 3 and 2 further");
}

TEST(FeatureEncoding, LeavesNumbersAloneWhenTold) {
  FeatureOptions options = without_y();
  options.standardise = false;
  options.columns = {"size", "age"};
  const FeatureEncoding encoding = learn(kPeople, options);
  EXPECT_EQ(encoding.feature_names(), (std::vector<std::string>{"size", "age"}));
  EXPECT_EQ(encoding.encode(parse(kPeople)).X(1, 1), 40.0);
}

TEST(FeatureEncoding, FindsColumnsByNameWhateverTheirOrder) {
  const FeatureEncoding encoding = learn(kPeople, without_y());
  const EncodedFeatures encoded = encoding.encode(parse("extra,size,sex,age\nq,5,female,40\n"));
  EXPECT_EQ(encoded.X.row(0), encoding.encode(parse(kPeople)).X.row(1));
  EXPECT_EQ(encode_refusal(encoding, "age,extra\n1,2\n"),
            "t.csv must have the columns that the model was trained on, got 'sex', 'size' missing");
}

TEST(FeatureEncoding, FindsColumnsByPositionWhereThereAreNoNames) {
  FeatureOptions options;
  options.exclude = {"1"};  // the target stands first
  const FeatureEncoding encoding = learn("0,10,1\n1,20,5\n", options);
  const Points whole = encoding.encode(parse("7,20,5\n")).X;
  const Points features_alone = encoding.encode(parse("20,5\n")).X;
  EXPECT_EQ(whole, features_alone);
  EXPECT_EQ(whole, encoding.encode(parse("0,10,1\n1,20,5\n")).X.row(1));
  EXPECT_EQ(
      encode_refusal(encoding, "1,2,3,4\n"),
      "t.csv must have as many columns as the training file, 3, or its features alone, 2, where "
      "columns are found by position, got 4");
  // A file with names after training without, and the other way round.
  EXPECT_EQ(encoding.encode(parse("a,b\n20,5\n")).X, whole);
  const FeatureEncoding named = learn("y,a,b\n0,10,1\n1,20,5\n", without_y());
  EXPECT_EQ(named.encode(parse("20,5\n")).X, whole);
}

TEST(FeatureEncoding, TakesAbsentColumnsOfASparseFileForZero) {
  FeatureOptions options;
  options.exclude = {"label"};
  options.standardise = false;
  const FeatureEncoding encoding = learn("1 1:2 3:4\n-1 2:5\n", options);
  Points expected(1, 3);
  expected << 7, 0, 0;
  EXPECT_EQ(encoding.encode(parse("1 1:7\n")).X, expected);
}

TEST(FeatureEncoding, CountsUnseenCategories) {
  const FeatureEncoding encoding = learn(kPeople, without_y());
  const EncodedFeatures encoded =
      encoding.encode(parse("age,sex,size\n20,alien,5\n20,male,5\n20,robot,5\n"));
  EXPECT_EQ(encoded.X.row(0).segment(1, 3).sum(), 0.0);
  EXPECT_EQ(encoded.X(1, 1), 1.0);
  ASSERT_EQ(encoded.unseen.size(), 1U);
  EXPECT_EQ(encoded.unseen[0].column, "sex");
  EXPECT_EQ(encoded.unseen[0].cells, 2U);
}

TEST(FeatureEncoding, KnowsCategoriesThatLookLikeNumbers) {
  const FeatureEncoding encoding = learn("c\n1\n02\nx\n1\n");
  EXPECT_EQ(encoding.encode(parse("c\n1\n")).X(0, 0), 1.0);  // read as a number, found as text
  TableOptions options;
  options.text_columns = encoding.text_columns();
  EXPECT_EQ(encoding.encode(parse("c\n02\n", options)).X(0, 1), 1.0);
}

TEST(FeatureEncoding, RefusesMissingCells) {
  EXPECT_EQ(
      learn_refusal("a,b\n1,u\n,u\n"),
      "t.csv, row 3, column 'a' is missing; give a value or ask for missing cells to be imputed");
  EXPECT_EQ(
      learn_refusal("a,b\n1,u\n2,\n3,u\n"),
      "t.csv, row 3, column 'b' is missing; give a value or ask for missing cells to be imputed");
  const FeatureEncoding encoding = learn("a,b\n1,u\n2,u\n3,v\n");
  EXPECT_EQ(
      encode_refusal(encoding, "a,b\nNA,u\n"),
      "t.csv, row 2, column 'a' is missing; give a value or ask for missing cells to be imputed");
  EXPECT_EQ(
      encode_refusal(encoding, "a,b\n1,u\n1,?\n"),
      "t.csv, row 3, column 'b' is missing; give a value or ask for missing cells to be imputed");
}

TEST(FeatureEncoding, ImputesByTheMeanAndTheCommonestCategory) {
  FeatureOptions options;
  options.impute = true;
  options.standardise = false;
  const FeatureEncoding encoding = learn("a,b\n1,u\n,v\n5,v\n9,\n", options);
  const EncodedFeatures encoded = encoding.encode(parse("a,b\n,u\n7,\n,\n"));
  Points expected(3, 3);
  expected << 5, 1, 0, 7, 0, 1, 5, 0, 1;
  EXPECT_EQ(encoded.X, expected);
  ASSERT_EQ(encoded.imputed.size(), 2U);
  EXPECT_EQ(encoded.imputed[0].cells, 2U);
  EXPECT_EQ(encoded.imputed[1].column, "b");
  EXPECT_EQ(encoded.imputed[1].cells, 2U);
  options.standardise = true;
  EXPECT_EQ(learn("a\n1\n?\n5\n", options).encode(parse("a\n?\n")).X(0, 0), 0.0);
  EXPECT_EQ(learn_refusal("a,b\n1,\n2,\n", options),
            "t.csv, column 'b' must have a value that is not missing");
  TableOptions as_text;
  as_text.text_columns = {"b"};
  EXPECT_EQ(message_of<InvalidInput>(
                [&] { FeatureEncoding::learn(parse("a,b\n1,\n2,\n", as_text), options); }),
            "t.csv, column 'b' must have a value that is not missing");
}

TEST(FeatureEncoding, RefusesNamesOfRowsAndTooManyCategories) {
  EXPECT_EQ(
      learn_refusal("id,x\na1,1\na2,2\na3,3\n"),
      "t.csv, column 'id' must have categories that repeat; leave the column out if it names the "
      "rows, got a different text in each of 3 rows, such as 'a1'");
  EXPECT_EQ(learn("c,x\nu,1\nv,2\n").width(), 3U);  // two rows may differ
  std::string many = "c\n";
  for (int i = 0; i < 300; ++i) many += "k" + std::to_string(i % 256) + "\n";
  EXPECT_EQ(learn(many).width(), 256U);
  EXPECT_EQ(learn_refusal(many + "one more\n"),
            "t.csv, column 'c' must have at most 256 categories, got 257 categories, such as 'k0'");
}

TEST(FeatureEncoding, RefusesNumbersWithADecimalComma) {
  EXPECT_EQ(learn_refusal("x;c\n0,5;1\n-1,25;2\n0,5;3\n"),
            "t.csv, column 'x' must have numbers with a decimal point, not a comma, got '0,5'");
  // Programs that write them write whole numbers without.
  EXPECT_EQ(learn_refusal("x;c\n1;1\n1,5;2\n1;3\n"),
            "t.csv, column 'x' must have numbers with a decimal point, not a comma, got '1,5'");
  EXPECT_EQ(learn("x;c\n0,5;1\n1,a;2\n0,5;3\n").width(), 3U);  // not numbers
}

TEST(FeatureEncoding, RefusesColumnsThatCannotBeFeatures) {
  FeatureOptions options = without_y();
  EXPECT_EQ(learn_refusal("y\n1\n2\n", options), "t.csv must have a column that is a feature");
  options.columns = {"age", "y"};
  EXPECT_EQ(learn_refusal(kPeople, options),
            "t.csv, column 'y' must have one use: as one feature, as the target, as weights, …");
  options.columns = {"age", "age"};
  EXPECT_EQ(learn_refusal(kPeople, options),
            "t.csv, column 'age' must have one use: as one feature, as the target, as weights, …");
  options.columns = {"agee"};
  EXPECT_EQ(learn_refusal(kPeople, options),
            "t.csv, column 'agee' is not known; did you mean age? Known: age, sex, y, size");
  options.columns = {};
  options.exclude = {"z"};
  EXPECT_EQ(learn_refusal(kPeople, options),
            "t.csv, column 'z' is not known; did you mean y? Known: age, sex, y, size");
}

TEST(FeatureEncoding, RefusesTextAndOverflowWhereNumbersWere) {
  const FeatureEncoding encoding = learn("a\n1e-8\n2e-8\n");
  EXPECT_EQ(encode_refusal(encoding, "a\n1\nhigh\n"),
            "t.csv, row 3, column 'a' must be a number, got high");
  EXPECT_EQ(
      encode_refusal(encoding, "a\n1e308\n"),
      "t.csv, row 2, column 'a' must lie nearer to the training data: its distance overflows, got "
      "1e+308");
}

TEST(FeatureEncoding, IsTheSameAfterJson) {
  FeatureOptions options = without_y();
  options.impute = true;
  const std::string text =
      "a,ö,y,c\n0.1,\"q \"\"1\"\"\",1,7\n1e300,\"two\nlines\",2,7\n-3e-7,\"two\nlines\",3,7\n";
  const FeatureEncoding encoding = learn(text, options);
  const FeatureEncoding back = FeatureEncoding::from_json(encoding.to_json());
  EXPECT_EQ(back, encoding);
  EXPECT_EQ(back.to_json(), encoding.to_json());
  EXPECT_EQ(back.encode(parse(text)).X, encoding.encode(parse(text)).X);
  EXPECT_TRUE(back.impute());
  const FeatureEncoding unnamed = learn("1,2\n2,5\n");
  EXPECT_EQ(FeatureEncoding::from_json(unnamed.to_json()), unnamed);
  EXPECT_NE(unnamed, encoding);
}

TEST(FeatureEncoding, RefusesNamesThatJsonCannotHold) {
  const FeatureEncoding encoding =
      FeatureEncoding::learn(Table("t", {number_column("\xFF", {1, 2})}));
  EXPECT_EQ(message_of<InvalidInput>([&] { encoding.to_json(); }),
            "feature encoding must have names and categories in UTF-8");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(FeatureEncoding, RefusesDamagedJson) {
  const std::string good = learn(kPeople, without_y()).to_json();
  const auto refusal = [&](const std::string& from, const std::string& to) {
    return message_of<InvalidInput>([&] { FeatureEncoding::from_json(replaced(good, from, to)); });
  };
  EXPECT_EQ(refusal("\"centre\":30.0", "\"centre\":1e999"),
            "feature encoding must be the JSON that to_json wrote");
  EXPECT_EQ(refusal("\"centre\":30.0", "\"centre\":true"),
            "feature encoding centre must be a number");
  EXPECT_EQ(refusal("\"scale\":1.0", "\"scale\":0"), "feature encoding scale must be positive");
  EXPECT_EQ(refusal("\"position\":0", "\"position\":-1"),
            "feature encoding position must be a whole number");
  EXPECT_EQ(refusal("\"position\":0", "\"position\":4"),
            "feature encoding position must lie within the file");
  EXPECT_EQ(refusal("\"position\":0", "\"position\":1"),
            "feature encoding columns must be different");
  EXPECT_EQ(refusal("\"kind\":\"text\"", "\"kind\":\"word\""),
            "feature encoding kind must be number or text");
  EXPECT_EQ(refusal("[\"male\",", "[\"female\","),
            "feature encoding categories must be different, one to 256");
  EXPECT_EQ(refusal("\"commonest\":0", "\"commonest\":3"),
            "feature encoding commonest must be one of the categories");
  EXPECT_EQ(message_of<InvalidInput>([] {
              FeatureEncoding::from_json(
                  R"({"named":true,"file_columns":1,"impute":false,"columns":[]})");
            }),
            "feature encoding columns must not be empty");
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_THROW(FeatureEncoding::from_json(good.substr(0, length)), InvalidInput) << length;
  }
}

}  // namespace
}  // namespace phigp::test
