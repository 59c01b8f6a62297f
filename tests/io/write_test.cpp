// Files appear whole or not at all, and what is written reads back.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <limits>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "phigp/io/csv_writer.h"
#include "phigp/io/read_table.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

TEST(AtomicFile, ShowsNothingBeforeCommit) {
  const TemporaryFolder folder;
  folder.file("out", "old");
  AtomicFile file(folder.path("out"));
  file.write("new ");
  file.write(std::string(1'000'000, 'x'));
  EXPECT_EQ(folder.content("out"), "old");
  EXPECT_EQ(file.size(), 1'000'004U);
  file.commit();
  EXPECT_EQ(folder.content("out"), "new " + std::string(1'000'000, 'x'));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  {
    AtomicFile(folder.path("out")).write("half");
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, KeepsAPartialFileUnderItsOwnName) {
  const TemporaryFolder folder;
  folder.file("out", "old");
  AtomicFile file(folder.path("out"));
  file.write("half");
  EXPECT_EQ(file.keep(), folder.path("out.partial"));
  EXPECT_EQ(folder.content("out.partial"), "half");
  EXPECT_EQ(folder.content("out"), "old");
  EXPECT_EQ(folder.names().size(), 2U);
}

TEST(AtomicFile, RewritesItsBeginning) {
  const TemporaryFolder folder;
  AtomicFile file(folder.path("out"));
  file.write("0000 rest");
  file.overwrite(0, "1234");
  file.write("!");
  EXPECT_EQ(message_of<InvalidInput>([&] { file.overwrite(8, "abc"); }, &folder),
            "out must have been written there before it is overwritten, got 8");
  file.commit();
  EXPECT_EQ(folder.content("out"), "1234 rest!");
}

TEST(AtomicFile, KeepsPermissionsAndLinks) {
  const TemporaryFolder folder;
  const std::string real = folder.file("real", "old");
  ASSERT_EQ(::chmod(real.c_str(), 0640), 0);
  ASSERT_EQ(::symlink("real", folder.path("link").c_str()), 0);
  AtomicFile file(folder.path("link"));
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.content("real"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  struct stat status{};
  ASSERT_EQ(::stat(real.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  // A new file gets what the process allows, not the owner-only mode of temporary files.
  const mode_t mask = ::umask(022);
  AtomicFile fresh(folder.path("fresh"));
  ::umask(mask);
  fresh.commit();
  ASSERT_EQ(::stat(folder.path("fresh").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0644U);
}

TEST(AtomicFile, SaysWhyItCannotWrite) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& path) {
    return message_of<WriteError>([&] { AtomicFile file(path); }, &folder);
  };
  EXPECT_EQ(refusal(""), "output file needs a name");
  EXPECT_EQ(refusal(folder.path("none/out")),
            "none/out cannot be written: No such file or directory");
  std::filesystem::create_directory(folder.path("folder"));
  EXPECT_EQ(refusal(folder.path("folder")), "folder cannot be written: Is a directory");
  AtomicFile done(folder.path("done"));
  done.commit();
  EXPECT_EQ(message_of<WriteError>([&] { done.write("more"); }, &folder),
            "done cannot be written: Bad file descriptor");
  EXPECT_EQ(message_of<WriteError>([&] { done.commit(); }, &folder),
            "done cannot be written: Bad file descriptor");
}

// A limit on file size stands in for a full disk: write() fails half way. Exits with 7 if that was
// reported.
[[noreturn]] void write_past_a_limit(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit{};
  limit.rlim_cur = limit.rlim_max = 500'000;
  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) std::_Exit(3);
  try {
    AtomicFile file(path);
    for (int i = 0; i < 1000; ++i) file.write(std::string(1000, 'x'));
    file.commit();
  } catch (const WriteError&) {
    std::_Exit(7);
  }
  std::_Exit(4);
}

TEST(AtomicFileDeathTest, LeavesNothingOnAFullDisk) {
  const TemporaryFolder folder;
  EXPECT_EXIT(write_past_a_limit(folder.path("out")), ::testing::ExitedWithCode(7), "");
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, WritesToDevices) {
  AtomicFile file("/dev/null");
  EXPECT_TRUE(file.is_device());
  file.write("gone");
  EXPECT_EQ(message_of<InvalidInput>([&] { file.overwrite(0, "x"); }),
            "/dev/null must be a file, whose beginning can be rewritten");
  file.commit();
  AtomicFile full("/dev/full");
  full.write("x");
  EXPECT_EQ(message_of<WriteError>([&] { full.commit(); }),
            "/dev/full cannot be written: No space left on device");
  AtomicFile kept("/dev/null");
  EXPECT_EQ(kept.keep(), "/dev/null");
}

const std::vector<double> kNumbers{0.1, -0.0, 1e300, 5e-324, std::nan(""), 3};
const std::vector<std::string> kTexts{"plain", "a,b", "say \"x\"", "two\nlines", "", " blank "};
const std::vector<OutputColumn> kColumns{{"x, 1", kNumbers}, {"name", kTexts}};

TEST(WriteCsv, WritesShortestNumbersAndQuotesWhatNeedsThem) {
  std::ostringstream out;
  write_csv(out, kColumns);
  EXPECT_EQ(
      out.str(),
      "\"x, 1\",name\n0.1,plain\n-0,\"a,b\"\n1e+300,\"say \"\"x\"\"\"\n5e-324,\"two\nlines\"\n"
      ",\n3,\" blank \"\n");
}

TEST(WriteCsv, IsReadBackAsItWas) {
  const TemporaryFolder folder;
  write_csv(folder.path("t.csv"), kColumns);
  const Table table = read_table(folder.path("t.csv"));
  ASSERT_EQ(table.rows(), kNumbers.size());
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    const double back = table.at("x, 1").numbers[i];
    EXPECT_TRUE(std::isnan(kNumbers[i]) ? std::isnan(back) : back == kNumbers[i]);
    EXPECT_EQ(table.at("name").text(i), kTexts[i]);
  }
  // A column alone: a missing cell is no blank line.
  const std::vector<double> alone{1, std::nan(""), 2};
  write_csv(folder.path("u.csv"), std::vector<OutputColumn>{{"y", alone}});
  EXPECT_EQ(read_table(folder.path("u.csv")).rows(), 3U);
  EXPECT_EQ(folder.names().size(), 2U);
}

TEST(WriteCsv, RefusesWhatIsNoTable) {
  std::ostringstream out;
  const std::vector<double> two{1, 2};
  const auto refusal = [&](const std::vector<OutputColumn>& columns) {
    return message_of<InvalidInput>([&] { write_csv(out, columns, "predictions"); });
  };
  EXPECT_EQ(refusal({}), "output table must have a column");
  EXPECT_EQ(refusal({{"", two}}), "output table must have a name for every column");
  EXPECT_EQ(refusal({{"a", kNumbers}, {"b", two}}),
            "predictions, column 'b' must have 6 rows, got 2");
}

TEST(WriteCsv, SaysWhenAStreamFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(message_of<WriteError>([&] { write_csv(out, kColumns, "standard output"); }),
            "standard output cannot be written");
}

TEST(CsvWriter, AppendsBlocks) {
  const TemporaryFolder folder;
  const std::vector<std::string> names{"x, 1", "name"};
  CsvWriter writer(folder.path("t.csv"), names);
  for (int i = 0; i < 5000; ++i) writer.append(kColumns);
  EXPECT_EQ(writer.rows(), 30'000U);
  EXPECT_FALSE(std::filesystem::exists(folder.path("t.csv")));
  EXPECT_EQ(message_of<InvalidInput>(
                [&] { writer.append(std::vector<OutputColumn>{{"other", kNumbers}}); }, &folder),
            "t.csv must get the columns that its header names");
  writer.commit();
  EXPECT_EQ(read_table(folder.path("t.csv")).rows(), 30'000U);
}

TEST(CsvWriter, KeepsOrDropsWhatItHas) {
  const TemporaryFolder folder;
  const std::vector<std::string> names{"x, 1", "name"};
  {
    CsvWriter dropped(folder.path("t.csv"), names);
    dropped.append(kColumns);
  }
  EXPECT_TRUE(folder.names().empty());
  CsvWriter kept(folder.path("t.csv"), names);
  kept.append(kColumns);
  EXPECT_EQ(kept.keep(), folder.path("t.csv.partial"));
  EXPECT_EQ(read_table(folder.path("t.csv.partial")).rows(), 6U);
  std::ostringstream out;
  CsvWriter stream(out, names, "standard output");
  EXPECT_EQ(stream.keep(), "standard output");
  EXPECT_EQ(out.str(), "\"x, 1\",name\n");
}

}  // namespace
}  // namespace phigp::test
