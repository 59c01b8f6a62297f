#include "phigp/io/tensor_stream.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <thread>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

TensorStreamOptions two_series() {
  TensorStreamOptions options;
  options.format = "phigp-test";
  options.format_version = 2;
  options.series = {{"f", 3}, {"log_p", 1}};
  options.metadata = {{"seed", "7"}, {"stop", "running"}};
  return options;
}

std::vector<double> row(int i) { return {1.0 * i, std::sin(i), -1.0 / (i + 1)}; }

void append_rows(TensorStream& stream, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    stream.append("f", row(i));
    if (i % 2 == 0) stream.append("log_p", std::vector<double>{0.5 * i});
  }
}

void expect_rows(const TensorFile& file, int count) {
  std::vector<double> f;
  std::vector<double> log_p;
  for (int i = 0; i < count; ++i) {
    for (const double value : row(i)) f.push_back(value);
    if (i % 2 == 0) log_p.push_back(0.5 * i);
  }
  const auto rows = static_cast<std::size_t>(count);
  EXPECT_EQ(file.tensors.at("f").shape, (std::vector<std::size_t>{rows, 3}));
  EXPECT_EQ(file.tensors.at("log_p").shape, (std::vector<std::size_t>{(rows + 1) / 2, 1}));
  EXPECT_EQ(std::get<0>(file.tensors.at("f").values), f);
  EXPECT_EQ(std::get<0>(file.tensors.at("log_p").values), log_p);
}

class TensorStreams : public ::testing::Test {
 protected:
  std::string path() const { return folder.path("draws"); }
  TensorFile read() const { return read_tensors(path(), "phigp-test", 2); }
  TemporaryFolder folder;
};

TEST_F(TensorStreams, PutRowsInOrder) {
  // Enough for several blocks of each series, so that they lie mixed in the journal.
  TensorStream stream(path(), two_series());
  append_rows(stream, 0, 100'000);
  EXPECT_EQ(stream.rows("f"), 100'000U);
  EXPECT_EQ(stream.rows("log_p"), 50'000U);
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_GT(std::filesystem::file_size(path() + ".journal"), 2'000'000U);
  stream.finish({{"mean", {{1}, std::vector<double>{0.25}}}}, {{"stop", "interrupted"}});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"draws"});
  const TensorFile file = read();
  expect_rows(file, 100'000);
  EXPECT_EQ(std::get<0>(file.tensors.at("mean").values), std::vector<double>{0.25});
  EXPECT_EQ(file.metadata,
            (std::map<std::string, std::string>{{"seed", "7"}, {"stop", "interrupted"}}));
}

TEST_F(TensorStreams, TakeSeveralRowsAtOnceAndNone) {
  TensorStream stream(path(), two_series());
  stream.append("f", std::vector<double>{1, 2, 3, 4, 5, 6});
  stream.append("f", {});
  EXPECT_EQ(stream.rows("f"), 2U);
  stream.finish();
  EXPECT_EQ(read().tensors.at("f").shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(read().tensors.at("log_p").shape, (std::vector<std::size_t>{0, 1}));
}

TEST_F(TensorStreams, TakeRowsFromSeveralThreads) {
  TensorStreamOptions options = two_series();
  options.series = {{"0", 2}, {"1", 2}, {"2", 2}, {"3", 2}};
  TensorStream stream(path(), options);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&stream, k] {
      for (int i = 0; i < 20'000; ++i)
        stream.append(std::to_string(k), std::vector<double>{1.0 * k, 1.0 * i});
    });
  }
  for (std::thread& thread : threads) thread.join();
  stream.finish();
  const TensorFile file = read();
  for (int k = 0; k < 4; ++k) {
    const auto& values = std::get<0>(file.tensors.at(std::to_string(k)).values);
    ASSERT_EQ(values.size(), 40'000U);
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_EQ(values[static_cast<std::size_t>(2 * i)], k);
      ASSERT_EQ(values[static_cast<std::size_t>(2 * i + 1)], i);
    }
  }
}

TEST_F(TensorStreams, KeepTheJournalOfARunThatFailed) {
  {
    TensorStream stream(path(), two_series());
    append_rows(stream, 0, 1000);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"draws.journal"});
  EXPECT_EQ(
      message_of<WriteError>([&] { TensorStream again(path(), two_series()); }, &folder),
      "draws.journal is what an earlier run left, or another is writing: recover or delete it");
  EXPECT_EQ(recover_tensors(path()),
            (std::vector<std::pair<std::string, std::uint64_t>>{{"f", 1000}, {"log_p", 500}}));
  expect_rows(read(), 1000);
  EXPECT_EQ(read().metadata.at("stop"), "killed");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"draws"});
  {
    TensorStream unused(path(), two_series());
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"draws"});
}

TEST(TensorStreamsDeathTest, SurviveBeingKilled) {
  const TemporaryFolder folder;
  const auto run = [&] {
    TensorStream stream(folder.path("draws"), two_series());
    append_rows(stream, 0, 500);
    stream.flush();
    append_rows(stream, 500, 10);  // these are still in memory
    ::_exit(9);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(9), "");
  recover_tensors(folder.path("draws"));
  expect_rows(read_tensors(folder.path("draws"), "phigp-test", 2), 500);
}

TEST_F(TensorStreams, RecoverWholeBlocksBeforeAnyDamage) {
  {
    TensorStream stream(path(), two_series());
    for (int block = 0; block < 3; ++block) {
      append_rows(stream, 4 * block, 4);
      stream.flush();
    }
  }
  const std::string good = folder.content("draws.journal");
  std::size_t most = 0;
  for (std::size_t length = 0; length <= good.size(); length += length + 5 < good.size() ? 5 : 1) {
    folder.file("draws.journal", good.substr(0, length));
    try {
      recover_tensors(path());
    } catch (const FileError&) {
      EXPECT_EQ(most, 0U) << length;  // only while the preamble is incomplete
      continue;
    }
    const std::size_t rows = read().tensors.at("f").shape[0];
    EXPECT_TRUE(rows >= most && rows % 4 == 0) << length;
    most = rows;
  }
  EXPECT_EQ(most, 12U);
  for (std::size_t i = 0; i < good.size(); i += 3) {  // meets every field, and every byte of one
    std::string bytes = good;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x41);
    folder.file("draws.journal", bytes);
    try {
      recover_tensors(path());
    } catch (const FileError&) {
      continue;
    }
    const TensorFile file = read();
    const std::size_t rows = file.tensors.at("f").shape[0];
    EXPECT_TRUE(rows % 4 == 0 && rows <= 12) << i;
    const auto& values = std::get<0>(file.tensors.at("f").values);
    for (std::size_t k = 0; k < rows; ++k) {
      EXPECT_EQ(values[3 * k + 1], std::sin(static_cast<double>(k)));
    }
    EXPECT_LT(rows + file.tensors.at("log_p").shape[0], 18U) << "byte " << i << " is not checked";
  }
}

TEST_F(TensorStreams, RefuseWhatDoesNotFit) {
  const auto refusal = [&](const TensorStreamOptions& options) {
    return message_of<InvalidInput>([&] { TensorStream stream(path(), options); }, &folder);
  };
  TensorStreamOptions options = two_series();
  options.series.push_back({"f", 1});
  EXPECT_EQ(refusal(options), "draws must have series of different names, got f");
  options.series = {{"f", 0}};
  EXPECT_EQ(refusal(options), "draws, f must have rows of at least one number");
  options.format = "";
  EXPECT_EQ(refusal(options), "draws must have a format");
  options = two_series();
  options.metadata["x"] = "\xFF";
  EXPECT_EQ(refusal(options), "tensor stream must have names and metadata in UTF-8");
  EXPECT_EQ(message_of<WriteError>(
                [&] { TensorStream stream(folder.path("none/draws"), two_series()); }, &folder),
            "none/draws.journal cannot be written: No such file or directory");
  EXPECT_TRUE(folder.names().empty());

  TensorStream stream(path(), two_series());
  const auto misuse = [&](const auto& call) { return message_of<InvalidInput>(call, &folder); };
  EXPECT_EQ(misuse([&] { stream.append("f", std::vector<double>{1, 2}); }),
            "draws, series f must get whole rows of 3 numbers, got 2");
  EXPECT_EQ(misuse([&] { stream.append("log_q", {}); }),
            "draws, series log_q is not known; did you mean log_p? Known: f, log_p");
  EXPECT_EQ(misuse([&] { stream.finish({{"f", {{1}, std::vector<double>{1}}}}); }),
            "draws must have arrays of different names, got f");
  EXPECT_EQ(misuse([&] { stream.finish({{"g", {{2}, std::vector<double>{1}}}}); }),
            "draws must have as many values as its shape says, got g");
  stream.append("f", row(0));
  stream.finish();  // a refused finish() loses nothing
  EXPECT_EQ(read().tensors.at("f").shape[0], 1U);
  const std::string over = "draws is finished; nothing may follow";
  EXPECT_EQ(misuse([&] { stream.append("f", row(0)); }), over);
  EXPECT_EQ(misuse([&] { stream.rows("f"); }), over);
  EXPECT_EQ(misuse([&] { stream.flush(); }), over);
  EXPECT_EQ(misuse([&] { stream.finish(); }), over);
}

TEST_F(TensorStreams, RefuseToRecoverWhatIsNoJournal) {
  EXPECT_EQ(message_of<FileError>([&] { recover_tensors(path()); }, &folder),
            "draws.journal cannot be read: No such file or directory");
  folder.file("draws.journal", "a,b\n1,2\n a long enough text that is none");
  EXPECT_EQ(message_of<FileError>([&] { recover_tensors(path()); }, &folder),
            "draws.journal is no journal, or its beginning is damaged");
}

}  // namespace
}  // namespace phigp::test
