// A column file made from text holds what read_table reads from it, wherever blocks begin and end,
// and what read_table refuses is refused in the same words.
#include "phigp/io/table_conversion.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <functional>
#include <optional>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "phigp/io/table_file.h"
#include "tests/io/same_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {

namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// A column of numbers that turns out to be text after `rows` rows.
std::string late_text(int rows) {
  std::string all = "a,b,c\n";
  for (int i = 0; i < rows; ++i)
    all += std::to_string(i) + "," + std::to_string(i % 7) + ",0" + std::to_string(i % 5) + "\n";
  return all + "1,seven,3\n2,8,9\n";
}

std::vector<std::string> readable() {
  return {
      "a,b\n1,2\n3,4\n",
      "a,b\n1,2\n3,4",                             // no line end at the end
      "a,b\r\n1,2\r\n3,4\r\n",                     // CRLF
      "a,b\r1,2\r3,4\r",                           // CR
      "a,b\n1,2\r\n3,4\r5,6\n\r7,8\n",             // a mixture
      "\357\273\277a,b\n1,x\n",                    // byte order mark
      "\n\n  \n\na,b\n\n\n1,2\n  \t \n3,4\n\n\n",  // blank lines
      "\r\n\r\na,b\r\n\r\n1,2\r\n\r\n\r\n3,4\r\n\r\n",
      "a,b\n\"x\ny\",2\n\"z\",3\n\"x\ny\",4\n",  // line ends in quotes
      "a,b\n\"x\r\ny\",2\n\"\r\n\r\n\",3\n\"\n\"\"\n\",4\n",
      "a,b\n\"he said \"\"no\"\"\",1\n\"\"\"\",2\n\"\",3\n\"\"\"\"\"\",4\n",  // doubled quotes
      "a,b\n\"a,b\",\"c\nd,e\"\n\"\"\"\n,\"\"\",x\n",
      "a,b\n  \"x\" , 1\n\ty  , 2 \n",                   // blanks around cells
      "a,b\n5\" pipe,1\n6\"\" pipe,2\nit's \"so\",3\n",  // quotes inside bare cells
      "\"a\nb\",\"c\"\n1,2\n3,4\n",                      // a name of two lines
      "1,2\n3,4\n5,NA\n,6\n",                            // no header, missing cells
      "a,b\nNA,?\n1,\n,x\nnull,NaN\n",
      "a,b\n,\n,\n",  // nothing but missing cells
      "a;b\n1,5;2\n\"3;\n\";4\n",
      "a\tb\n1\t2\n\t\n3\t4\n",
      "a|b\nx|2\n\"y|\n\"|4\n",
      "a b\n  1   2  \n 3 4\n   \n5 6   \n\"x y\" 2\n",  // spaces
      "x\n1\n2\n3\n",                                    // one column
      "x\n\"1\n\"\n\"2\"\n",
      "a,b\n+1,-0\n.5,1e-3\n1e400x,2\n0x10,3\n",
      "a,b\ninf,x\nnot a number,y\n",  // infinite, but the column is text
      "straße,größe\nä,1\nüöß,2\n\"日本\n語\",3\n",
      "a,b\n" + repeated("1,\"x\ny\"\n", 40) + repeated("2,z\n", 40),
      "a,b\n" + repeated("\"" + std::string(50, '\n') + "\",\"\"\"\"\n", 5),
      late_text(150),
      late_text(3000),
      "a,b\n" + repeated("1,2\n", 300) + "\n" + repeated("3,4\n", 300),
      "a,b,c\n" + repeated("red,1,x\nblue,2,y\n", 70) + repeated("green,1,z\nred,NA,w\n", 70),
  };
}

std::vector<std::string> refused() {
  return {
      "",
      "\n \n\t\n",
      "a,b\n",
      "a,b\n1,2\n3\n",
      "a,b\n" + repeated("1,2\n", 500) + "3,4,5\n",
      "a,b\n" + repeated("1,\"\n\"\n", 200) + "3,4,5\n1,2\n",
      "a,b\n1,\"x\n2,y\n",
      "a,b\n" + repeated("1,2\n", 200) + "1,\"x\n2,y\n",
      "a,b\n1,\"x\"y\n2,3\n",
      "a,b\n" + repeated("1,\"x\"\n", 200) + "1,\"x\" y\n1,2\n",
      "a,a\n1,2\n",
      "a,\n1,2\n",
      "a,b\n1,inf\n2,3\n",
      "a,b\n" + repeated("1,2\n\n", 200) + "1,-1e999\n3,inf\n",
      "a,b\n1,\xff\n",
      "a,b\n" + repeated("1,2\n", 200) + "1,\xff\n",
      std::string("a,b\n1,\0\n", 8),
      "PK\x03\x04 and so on\n",
  };
}

std::string gzipped(const std::string& text, const TemporaryFolder& folder) {
  const std::string path = folder.path("packed");
  gzFile out = ::gzopen(path.c_str(), "wb");
  ::gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  ::gzclose(out);
  return folder.content("packed");
}

const std::size_t kBlocks[] = {1, 2, 3, 7, 64, 1000, 1U << 20U};

void for_each_way(const std::string& text, const TemporaryFolder& folder,
                  const std::function<void(const std::string&, const ConversionSettings&)>& check) {
  for (const bool packed : {false, true}) {
    const std::string path = folder.file("in", packed ? gzipped(text, folder) : text);
    for (const std::size_t block : kBlocks) {
      if (block < 8 && text.size() > 3000) continue;
      for (const int threads : {1, 3}) {
        if (threads == 3 && packed) continue;
        SCOPED_TRACE("block " + std::to_string(block) + ", threads " + std::to_string(threads) +
                     (packed ? ", packed" : "") + ", text " + text.substr(0, 60));
        check(path, {threads, block});
      }
    }
  }
}

}  // namespace

TEST(TableConversion, GivesWhatReadTableReads) {
  const TemporaryFolder folder;
  for (const std::string& text : readable()) {
    const Table expected = read_table(folder.file("in", text));
    for_each_way(text, folder, [&](const std::string& path, const ConversionSettings& settings) {
      const std::string out = folder.path("out");
      const ConversionReport report = convert_table(path, out, {}, settings);
      check_table(out);
      expect_same_table(read_table(out), expected);
      EXPECT_EQ(report.rows, expected.rows());
      EXPECT_EQ(report.columns, expected.columns().size());
    });
  }
}

TEST(TableConversion, RefusesWhatReadTableRefusesInTheSameWords) {
  const TemporaryFolder folder;
  for (const std::string& text : refused()) {
    const std::string expected =
        message_of<Error>([&] { read_table(folder.file("in", text)); }, &folder);
    for_each_way(text, folder, [&](const std::string& path, const ConversionSettings& settings) {
      const std::string out = folder.path("out");
      EXPECT_EQ(message_of<Error>([&] { convert_table(path, out, {}, settings); }, &folder),
                expected);
      for (const std::string& name : folder.names()) EXPECT_TRUE(name == "in" || name == "packed");
    });
  }
}

TEST(TableConversion, TakesTheOptionsOfReadTable) {
  const TemporaryFolder folder;
  const std::string path = folder.file("in", "1;02\n-999;03\n4;x\n");
  TableOptions options;
  options.header = false;
  options.missing = {"-999"};
  options.text_columns = {"column1"};
  options.delimiter = ';';
  convert_table(path, folder.path("out"), options);
  expect_same_table(read_table(folder.path("out")), read_table(path, options));
}

TEST(TableConversion, ReadsTwiceOnlyWhenAColumnTurnsOutToBeTextLate) {
  const TemporaryFolder folder;
  const std::string path = folder.file("in", late_text(3000));
  EXPECT_EQ(convert_table(path, folder.path("out"), {}, {1, 512}).passes, 2);
  EXPECT_EQ(convert_table(folder.file("in", late_text(10)), folder.path("out")).passes, 1);
}

// The dialect is found from the first rows, however far they reach beyond one block.
TEST(TableConversion, FindsTheDialectOfVeryLongRows) {
  const TemporaryFolder folder;
  const std::string cell(20'000, 'x');
  std::string text = "a;b,c\n";
  for (int i = 0; i < 90; ++i) text += cell + "," + (i < 80 ? "1" : "1;2") + "\n";
  const std::string path = folder.file("in", text);
  convert_table(path, folder.path("out"), {}, {2, 1000});
  expect_same_table(read_table(folder.path("out")), read_table(path));
}

TEST(TableConversion, TakesOtherFormatsAndColumnFilesToo) {
  const TemporaryFolder folder;
  const std::string sparse = folder.file("in", "1 1:2 3:4\n-1 2:5\n");
  convert_table(sparse, folder.path("out"));
  expect_same_table(read_table(folder.path("out")), read_table(sparse));
  convert_table(folder.path("out"), folder.path("again"));
  EXPECT_EQ(folder.content("again"), folder.content("out"));
}

TEST(TableConversion, StopsWhenAskedAndLeavesWhatWasThere) {
  const TemporaryFolder folder;
  const std::string path = folder.file("in", late_text(3000));
  folder.file("out", "old");
  int most = 0;
  convert_table(path, folder.path("whole"), {}, {1, 512}, [&](const Progress&) { return ++most; });
  ASSERT_GT(most, 10);
  for (int stop = 1; stop <= most; stop += 7) {
    int calls = 0;
    EXPECT_EQ(message_of<WriteError>(
                  [&] {
                    convert_table(path, folder.path("out"), {}, {1, 512},
                                  [&](const Progress&) { return ++calls < stop; });
                  },
                  &folder),
              "out was not written: the conversion was stopped");
    EXPECT_EQ(folder.content("out"), "old");
    EXPECT_EQ(folder.names().size(), 3u);
  }
  EXPECT_THROW(convert_table(path, folder.path("no/folder")), WriteError);
}

TEST(TableConversion, NamesGzipFilesThatAreCutOffOrDamaged) {
  const TemporaryFolder folder;
  const std::string whole = gzipped(late_text(3000), folder);
  const std::string cut = folder.file("in", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(message_of<FileError>([&] { convert_table(cut, folder.path("out")); }, &folder),
            "in is a gzip file that is cut off: its end is missing");
  const std::string more = folder.file("in", whole + "more");
  EXPECT_EQ(message_of<FileError>([&] { convert_table(more, folder.path("out")); }, &folder),
            "in has bytes after its gzip content ends");
  const std::string twice =
      folder.file("in", whole + gzipped("5,6,7\n", folder) + std::string(100, '\0'));
  convert_table(twice, folder.path("out"));
  expect_same_table(read_table(folder.path("out")), read_table(twice));
}

}  // namespace phigp::test
