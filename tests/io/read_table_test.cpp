// Files of every kind, told apart by what is in them, and what is no table at all.
#include "phigp/io/read_table.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/io/bytes.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(text.size() + 1000, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

class ReadTable : public ::testing::Test {
 protected:
  Table read(std::string_view content, const TableOptions& options = {}) {
    std::istringstream in{std::string(content)};
    return read_table(in, "t", options);
  }
  template <class Failure = FileError>
  std::string refusal(std::string_view content, const TableOptions& options = {}) {
    return message_of<Failure>([&] { read(content, options); }, &folder);
  }
  TemporaryFolder folder;
};

TEST_F(ReadTable, OpensGzipByContent) {
  const std::string packed = gzipped("a,b\n1,2\n");
  EXPECT_EQ(read_table(folder.file("plain.gz", "a,b\n1,2\n")).at("b").numbers,
            std::vector<double>{2});
  EXPECT_EQ(read_table(folder.file("packed.csv", packed)).at("b").numbers, std::vector<double>{2});
  EXPECT_EQ(read(packed).at("b").numbers, std::vector<double>{2});
  EXPECT_EQ(read(gzipped("1 3:5\n")).at("x3").numbers, std::vector<double>{5});
  // Two members are one text; padding by zeros is none.
  EXPECT_EQ(read(packed + gzipped("3,4\n")).at("b").numbers, (std::vector<double>{2, 4}));
  EXPECT_EQ(read(packed + std::string(512, '\0')).at("b").numbers, std::vector<double>{2});
  std::string large = "a\n";
  for (int i = 0; i < 3'000'000; ++i) large += "1\n";  // unpacks to far more than one block
  EXPECT_EQ(read(gzipped(large)).rows(), 3'000'000U);
}

TEST_F(ReadTable, RefusesDamagedGzip) {
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + "," + std::to_string(i * i) + "\n";
  const std::string packed = gzipped(text);
  for (std::size_t length = 2; length < packed.size(); length += 7) {
    EXPECT_EQ(refusal(packed.substr(0, length)),
              "t is a gzip file that is cut off: its end is missing")
        << length;
  }
  std::string damaged = packed;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x20);
  EXPECT_TRUE(refusal(damaged).starts_with("t is a gzip file that is damaged")) << refusal(damaged);
  EXPECT_EQ(refusal(packed + "junk"), "t has bytes after its gzip content ends");
}

TEST_F(ReadTable, RefusesWhatIsNotThere) {
  EXPECT_EQ(message_of<FileError>([&] { read_table(folder.path("none")); }, &folder),
            "none cannot be read: No such file or directory");
  EXPECT_EQ(message_of<FileError>([&] { read_table(folder.path()); }),
            folder.path() + " cannot be read: Is a directory");
  std::ifstream closed;
  closed.setstate(std::ios::badbit);
  EXPECT_EQ(message_of<FileError>([&] { detail::read_bytes(closed, "standard input"); }),
            "standard input cannot be read to its end");
}

TEST_F(ReadTable, RefusesEmptyFiles) {
  EXPECT_EQ(refusal(""), "t is empty");
  EXPECT_EQ(refusal(" \n\t\r\n"), "t is empty: it has only blank lines");
  EXPECT_EQ(refusal("\xEF\xBB\xBF"), "t is empty: it has only blank lines");
  EXPECT_EQ(refusal(gzipped("")), "t is empty");
}

TEST_F(ReadTable, NamesWhatIsNoText) {
  using namespace std::string_view_literals;
  EXPECT_EQ(refusal("PK\x03\x04...."), "t is a zip archive or a spreadsheet; save it as CSV");
  EXPECT_EQ(refusal("\xD0\xCF\x11\xE0..."), "t is a spreadsheet; save it as CSV");
  EXPECT_EQ(refusal("PAR1..."), "t is a Parquet file; save it as CSV");
  EXPECT_EQ(refusal("\x89HDF\r\n"), "t is an HDF5 file; save it as CSV or .npy");
  EXPECT_EQ(refusal("\x28\xB5\x2F\xFD..."), "t is packed with zstd; unpack it or use gzip");
  EXPECT_EQ(refusal("BZh9..."), "t is packed with bzip2; unpack it or use gzip");
  EXPECT_EQ(refusal("\xFF\xFE"
                    "a\0,\0"sv),
            "t is UTF-16 text; save it as UTF-8");
  EXPECT_EQ(refusal("\xFE\xFF\0a"sv), "t is UTF-16 text; save it as UTF-8");
  EXPECT_EQ(refusal("a,b\n1,\0\n"sv), "t, row 2 must be text, not binary data, got byte 0x00");
}

TEST_F(ReadTable, TakesUtf8AndNothingElse) {
  const Table table = read("größe,名,😀\n1,é,x\n");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"größe", "名", "😀"}));
  EXPECT_EQ(table.at("名").text(0), "é");
  EXPECT_EQ(refusal("a,b\n1,caf\xE9\n"),
            "t, row 2 must be UTF-8 text; save the file as UTF-8, got byte 0xE9");
  // Overlong, surrogate, too large, cut off, and a stray continuation; after eight plain bytes too.
  for (const std::string bad : {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                "\xF0\x80\x80\xAF", "\xE2\x82", "\x80", "\xF8\x88\x80\x80"}) {
    EXPECT_FALSE(refusal("a\n" + bad).empty());
    EXPECT_FALSE(refusal("a\n12345678123" + bad + "\n").empty());
  }
}

TEST_F(ReadTable, ReadsLibsvm) {
  const Table table = read("+1 1:0.5 3:-2 # a comment\n-1 2:1e3\n\n1\n");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"label", "x1", "x2", "x3"}));
  EXPECT_TRUE(table.absent_is_zero());
  EXPECT_EQ(table.at("label").numbers, (std::vector<double>{1, -1, 1}));
  EXPECT_EQ(table.at("x1").numbers, (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(table.at("x2").numbers, (std::vector<double>{0, 1000, 0}));
  EXPECT_EQ(table.at("x3").numbers, (std::vector<double>{-2, 0, 0}));
  EXPECT_EQ(table.row_number(2), 4U);
  EXPECT_EQ(read("1 0:7\n").names(), (std::vector<std::string>{"label", "x0"}));
  EXPECT_EQ(read("1\t2:7\r\n2\t1:3\r\n").at("x2").numbers, (std::vector<double>{7, 0}));
  TableOptions csv;
  csv.format = TableFormat::csv;
  EXPECT_EQ(read("1 1:5\n2 1:6\n", csv).at("column2").text(1), "1:6");
}

TEST_F(ReadTable, RefusesBadLibsvm) {
  TableOptions options;
  options.format = TableFormat::libsvm;
  const auto message = [&](std::string_view text) { return refusal<InvalidInput>(text, options); };
  EXPECT_EQ(message("1 1:2\nx 1:2\n"),
            "t, row 2 must begin with a label that is a finite number, got x");
  EXPECT_EQ(message("inf 1:2\n"),
            "t, row 1 must begin with a label that is a finite number, got inf");
  EXPECT_EQ(message("1 1:2 qid\n"), "t, row 1 must hold index:value after the label, got qid");
  EXPECT_EQ(message("1 1:\n"), "t, row 1 must hold index:value after the label, got 1:");
  EXPECT_EQ(message("1 -1:2\n"), "t, row 1 must hold index:value after the label, got -1:2");
  EXPECT_EQ(message("1 1:nan 2:inf\n"), "t, row 1 must hold finite values, got 1:nan");
  EXPECT_EQ(message("1 2:1 2:1\n"), "t, row 1 must have increasing indices, got 2:1");
  EXPECT_EQ(message("1 1000001:1\n"), "t, row 1 must have indices up to 1000000, got 1000001:1");
  EXPECT_EQ(message("1\n2\n"), "t must have a feature in some row");
  EXPECT_EQ(message("# nothing\n"), "t must have a row of data");
  std::string wide = "1 1000000:1\n";
  for (int i = 0; i < 600; ++i) wide += "1\n";
  EXPECT_EQ(message(wide),
            "t must have at most 536870912 cells, zeros counted, got 601 rows of 1000000 columns");
}

std::string npy(int version, const std::string& header, std::string_view data) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const std::size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(length >> (8 * i));
  return bytes + header + std::string(data);
}

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string header(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

TEST_F(ReadTable, ReadsEveryNpyTypeOrderAndVersion) {
  const auto check = [&](const std::string& type, const std::string& data) {
    for (int version = 1; version <= 3; ++version) {
      const Table c = read(npy(version, header(type, "False", "(2, 3)"), data));
      EXPECT_EQ(c.names(), (std::vector<std::string>{"column1", "column2", "column3"}));
      EXPECT_FALSE(c.named());
      EXPECT_EQ(c.columns()[0].numbers, (std::vector<double>{1, 0})) << type;
      EXPECT_EQ(c.columns()[2].numbers, (std::vector<double>{1, 1})) << type;
      const Table f = read(npy(version, header(type, "True", "(2, 3)"), data));
      EXPECT_EQ(f.columns()[0].numbers, (std::vector<double>{1, 0})) << type;
      EXPECT_EQ(f.columns()[1].numbers, (std::vector<double>{1, 0})) << type;
      EXPECT_EQ(f.columns()[2].numbers, (std::vector<double>{1, 1})) << type;
      EXPECT_EQ(read(npy(version, header(type, "False", "(6,)"), data)).at("1").numbers,
                (std::vector<double>{1, 0, 1, 0, 1, 1}));
    }
  };
  check("<f8", raw<double>({1, 0, 1, 0, 1, 1}));
  check("<f4", raw<float>({1, 0, 1, 0, 1, 1}));
  check("<i8", raw<std::int64_t>({1, 0, 1, 0, 1, 1}));
  check("<i4", raw<std::int32_t>({1, 0, 1, 0, 1, 1}));
  check("<i2", raw<std::int16_t>({1, 0, 1, 0, 1, 1}));
  check("|i1", raw<std::int8_t>({1, 0, 1, 0, 1, 1}));
  check("<u8", raw<std::uint64_t>({1, 0, 1, 0, 1, 1}));
  check("<u4", raw<std::uint32_t>({1, 0, 1, 0, 1, 1}));
  check("<u2", raw<std::uint16_t>({1, 0, 1, 0, 1, 1}));
  check("|u1", raw<std::uint8_t>({1, 0, 1, 0, 1, 1}));
  check("|b1", raw<std::uint8_t>({1, 0, 1, 0, 1, 1}));
  EXPECT_EQ(read(npy(1, header("<i4", "False", "(1,)"), raw<std::int32_t>({-7}))).at("1").numbers,
            std::vector<double>{-7});
  EXPECT_EQ(read(npy(1, header("|u1", "False", "(1,)"), "\xFF")).at("1").numbers,
            std::vector<double>{255});
}

TEST_F(ReadTable, RefusesBadNpy) {
  const std::string one = raw<double>({1});
  const std::string good = npy(1, header("<f8", "False", "(1,)"), one);
  EXPECT_EQ(refusal(npy(1, header("<f8", "False", "(2,)"), one)),
            "t must hold 2 x 1 numbers of 8 bytes, got 8 bytes");
  EXPECT_EQ(refusal(npy(1, header("<f8", "False", "(9999999999999, 9999999999999)"), one)),
            "t must hold 9999999999999 x 9999999999999 numbers of 8 bytes, got 8 bytes");
  EXPECT_EQ(refusal(good + "x"), "t must hold 1 x 1 numbers of 8 bytes, got 9 bytes");
  EXPECT_EQ(refusal(npy(1, header(">f8", "False", "(1,)"), one)),
            "t must hold little-endian numbers or booleans, got >f8");
  EXPECT_EQ(refusal(npy(1, header("<f8", "False", "(1, 1, 1)"), one)),
            "t must be an array of one or two dimensions, got 3 dimensions");
  EXPECT_EQ(refusal(npy(1, header("<f8", "False", "()"), one)),
            "t must be an array of one or two dimensions, got 0 dimensions");
  EXPECT_EQ(refusal(npy(1, header("<f8", "False", "(0, 3)"), "")), "t is an empty array");
  EXPECT_EQ(refusal(npy(4, header("<f8", "False", "(1,)"), one)),
            "t must be an .npy file of version 1, 2 or 3, got 4");
  EXPECT_EQ(
      refusal(npy(1, "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", one)),
      "t must hold plain numbers, got a record type");
  for (const std::string bad :
       {"{}", "{'descr'", "{'descr': 'x", "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1"}) {
    EXPECT_EQ(refusal(npy(1, bad, one)), "t is an .npy file with a header that makes no sense")
        << bad;
  }
  for (std::size_t length = 6; length < good.size(); ++length) {
    EXPECT_THROW(read(good.substr(0, length)), FileError) << length;
  }
  EXPECT_EQ(refusal(good.substr(0, 11)), "t is an .npy file that is cut off");
  EXPECT_EQ(refusal(good.substr(0, 30)), "t is an .npy file that is cut off");
  TableOptions options;
  options.format = TableFormat::npy;
  EXPECT_EQ(refusal("a,b\n", options), "t is not an .npy file");
  EXPECT_EQ(
      refusal<InvalidInput>(npy(1, header("<f8", "False", "(2, 1)"), raw<double>({1, 1e308 * 10}))),
      "t, row 2, column 'column1' must be finite, got inf");
}

TEST_F(ReadTable, SurvivesAnyDamage) {
  // Bytes replaced, removed and inserted at random places: a table or a refusal, never a crash.
  const std::vector<std::string> good{
      "a,b,c\n1,\"x \"\"y\"\" z\",NA\n-2.5e3,\"two\nlines\",7\n\n3,w,8\r\n", "1 2  3\n4 5 6\n",
      "+1 1:0.5 3:-2 # c\n-1 2:1e3\n",
      npy(1, header("<f8", "False", "(2, 1)"), raw<double>({1, 2})), gzipped("a;b\n1;2\n3;4\n")};
  using namespace std::string_view_literals;
  const std::string_view signs = "\",;|:\t\r\n 0e-.\xC3\xFF\0[('"sv;
  std::uint32_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 1664525U + 1013904223U;
    return static_cast<std::size_t>(state >> 8U) % below;
  };
  for (int round = 0; round < 4000; ++round) {
    std::string bytes = good[random(good.size())];
    for (std::size_t changes = 1 + random(4); changes > 0; --changes) {
      const std::size_t at = random(bytes.size());
      const std::size_t kind = random(3);
      if (kind == 0) bytes[at] = signs[random(signs.size())];
      if (kind == 1) bytes.erase(at, 1);
      if (kind == 2) bytes.insert(at, 1, signs[random(signs.size())]);
    }
    try {
      const Table table = read(bytes);
      for (const Column& column : table.columns()) EXPECT_EQ(column.rows(), table.rows());
    } catch (const Error& error) {
      EXPECT_FALSE(error.rule().empty());
    }
  }
}

}  // namespace
}  // namespace phigp::test
