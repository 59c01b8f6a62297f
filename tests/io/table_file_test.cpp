#include "phigp/io/table_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"
#include "phigp/io/select_rows.h"
#include "phigp/io/tensor_file.h"
#include "tests/io/same_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {

namespace {

Table small() {
  TableFacts facts;
  facts.named = false;
  facts.row_numbers = std::vector<std::size_t>{2, 5, 9};
  return {"origin.csv",
          {number_column("column1", {1.5, std::nan(""), -0.0}),
           text_column("column2", std::vector<std::string>{"früh", "", "spät \"x\"\n"}),
           number_column("column3", {1e308, 5e-324, 3})},
          facts};
}

// Kilobytes of memory of the process that belong to no file.
std::size_t anonymous_kilobytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  std::size_t value = 0;
  while (status >> word) {
    if (word == "RssAnon:") status >> value;
  }
  return value;
}

}  // namespace

TEST(ColumnFiles, GiveTheTableBackBitForBit) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t.table");
  write_table(path, small());
  expect_same_table(open_table(path), small());
  expect_same_table(read_table(path), small());
  check_table(path);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"t.table"});
  std::istringstream in(folder.content("t.table"));
  expect_same_table(read_table(in, "stream"), small());
}

// The row is that of the text, which may be gone; the file is the one that was opened.
TEST(ColumnFiles, AreNamedWithTheFileThatTheirRowsAreNumberedBy) {
  const TemporaryFolder folder;
  write_table(folder.path("t.table"), small());
  write_table(folder.path("copy.table"), open_table(folder.path("t.table")));
  const Table table = open_table(folder.path("copy.table"));
  EXPECT_EQ(table.place(1, table.at("column3")),
            folder.path("copy.table") + ", row 5 of origin.csv, column 'column3'");
  EXPECT_EQ(table.place(table.at("column3")), folder.path("copy.table") + ", column 'column3'");
  const Table some = select_rows(table, std::vector<std::size_t>{2});
  EXPECT_EQ(some.place(0, some.at("column1")),
            folder.path("copy.table") + ", row 9 of origin.csv, column 'column1'");
}

TEST(ColumnFiles, AreSafetensorsThatOthersCanRead) {
  const TemporaryFolder folder;
  write_table(folder.path("t.table"), small());
  const TensorFile file = read_tensors(folder.path("t.table"), "phigp-table", 1);
  EXPECT_EQ(std::get<std::vector<std::int32_t>>(file.tensors.at("column2").values),
            (std::vector<std::int32_t>{0, -1, 1}));
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(file.tensors.at("row_numbers").values),
            (std::vector<std::int64_t>{2, 5, 9}));
  EXPECT_EQ(std::get<std::vector<double>>(file.tensors.at("column3").values)[1], 5e-324);
}

TEST(ColumnFiles, OutliveTheirNameAndTheirFirstTable) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t.table");
  write_table(path, small());
  Column kept;
  {
    const Table table = open_table(path);
    kept = table.columns()[2];
  }
  write_table(path, Table("other", {number_column("x", {7})}));
  EXPECT_EQ(kept.numbers, (std::vector<double>{1e308, 5e-324, 3}));
}

TEST(ColumnFiles, CostNoMemoryInProportionToTheirRows) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t.table");
  constexpr std::size_t rows = 2'000'000;
  {
    std::vector<double> x(rows);
    for (std::size_t i = 0; i < rows; ++i) x[i] = static_cast<double>(i);
    std::vector<std::string> texts(rows, "a");
    write_table(path, Table("t", {number_column("x", x), text_column("t", texts)}));
  }
  const std::size_t before = anonymous_kilobytes();
  const Table table = open_table(path);
  double sum = 0.0;
  for (const double x : table.at("x").numbers) sum += x;
  EXPECT_EQ(sum, 0.5 * static_cast<double>(rows) * static_cast<double>(rows - 1));
  EXPECT_LT(anonymous_kilobytes(), before + 1000);  // the cells are 24 MB
}

TEST(ColumnFiles, AreCheckedBeforeTheyAreBelieved) {
  const TemporaryFolder folder;
  write_table(folder.path("t.table"), small());
  const std::string good = folder.content("t.table");
  std::uint64_t length = 0;
  std::memcpy(&length, good.data(), sizeof length);
  const std::size_t data = sizeof length + static_cast<std::size_t>(length);
  // Every byte of the header counts, and every cut is noticed.
  for (std::size_t i = 0; i < data; ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    const std::string path = folder.file("bad", bad);
    EXPECT_THROW(check_table(path), FileError) << i;
    // The checksum of all content is the one thing that opening does not look at.
    const std::size_t digits = good.find("\"checksum\":\"") + 12;
    if (i >= digits && i < digits + 16) continue;
    EXPECT_THROW(open_table(path), FileError) << i;
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(open_table(folder.file("cut", good.substr(0, size))), FileError) << size;
  }
  EXPECT_THROW(open_table(folder.file("long", good + "x")), FileError);
  // So does every byte of the data, once the checksum is asked for.
  for (std::size_t i = data; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 64);
    EXPECT_THROW(check_table(folder.file("bad", bad)), FileError) << i;
  }
}

TEST(ColumnFiles, WithCodesOutsideTheirDictionaryAreRefusedOnOpening) {
  const TemporaryFolder folder;
  write_table(folder.path("t.table"), small());
  std::string bytes = folder.content("t.table");
  const std::string codes("\0\0\0\0\xff\xff\xff\xff\1\0\0\0", 12);
  const std::size_t at = bytes.find(codes);
  ASSERT_NE(at, std::string::npos);
  for (const char wrong : {'\2', '\x7f'}) {
    bytes[at] = wrong;
    const std::string path = folder.file("bad", bytes);
    EXPECT_EQ(message_of<FileError>([&] { open_table(path); }, &folder),
              "bad is damaged: its array column2 has codes without a text");
  }
}

TEST(ColumnFiles, AreToldFromOtherTensorFilesAndFromNewerOnes) {
  const TemporaryFolder folder;
  TensorFile file;
  file.format = "phigp-model";
  file.tensors["x"] = {{1}, std::vector<double>{1.0}};
  write_tensors(folder.path("model"), file);
  EXPECT_EQ(message_of<FileError>([&] { read_table(folder.path("model")); }, &folder),
            "model must be a file of format phigp-table, got phigp-model");
  file.format = "phigp-table";
  file.format_version = 2;
  write_tensors(folder.path("newer"), file);
  EXPECT_EQ(message_of<FileError>([&] { read_table(folder.path("newer")); }, &folder),
            "newer was written by a newer phigp; this one reads phigp-table up to version 1, got "
            "2");
  file.format_version = 1;
  write_tensors(folder.path("bare"), file);
  EXPECT_EQ(message_of<FileError>([&] { read_table(folder.path("bare")); }, &folder),
            "bare is damaged: its header does not match its checksum");
  EXPECT_EQ(message_of<FileError>([&] { open_table(folder.path("none")); }, &folder),
            "none cannot be read: No such file or directory");
}

}  // namespace phigp::test
