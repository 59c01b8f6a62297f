#include "phigp/io/tensor_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

Tensor doubles(std::vector<std::size_t> shape, std::vector<double> values) {
  return {std::move(shape), std::move(values)};
}

// The values that check_tensors.py states too.
TensorFile sample() {
  TensorFile file;
  file.format = "phigp-test";
  file.format_version = 3;
  file.metadata = {{"note", "a \"b\" é\n"}};
  file.tensors["a"] = doubles({2, 3}, {0.5, -1.5, 3.0, 1e300, 5e-324, -0.0});
  file.tensors["half"] = {{2}, std::vector<float>{0.25F, 0.1F}};
  file.tensors["counts"] = {{2, 1}, std::vector<std::int64_t>{-(std::int64_t{1} << 62), 7}};
  file.tensors["bytes"] = {{3}, std::vector<std::uint8_t>{0, 128, 255}};
  file.tensors["codes"] = {{2}, std::vector<std::int32_t>{-1, 2147483647}};
  file.tensors["empty"] = doubles({0, 4}, {});
  file.tensors["single"] = doubles({}, {42.0});
  return file;
}

class TensorFiles : public ::testing::Test {
 protected:
  std::string refusal(const std::string& bytes) {
    folder.file("f", bytes);
    return message_of<FileError>([&] { read_any_tensors(folder.path("f")); }, &folder);
  }
  // A file with this header text, and zeros for data.
  std::string made(const std::string& header, std::size_t data_bytes) {
    std::string bytes(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header + std::string(data_bytes, '\0');
  }
  std::string header_refusal(const std::string& header, std::size_t data_bytes = 8) {
    return refusal(made(header, data_bytes));
  }
  std::string write_refusal(const TensorFile& file) {
    return message_of<InvalidInput>([&] { write_tensors(folder.path("f"), file); }, &folder);
  }
  TemporaryFolder folder;
};

TEST_F(TensorFiles, AreReadAsTheyWereWritten) {
  write_tensors(folder.path("f"), sample());
  EXPECT_EQ(read_tensors(folder.path("f"), "phigp-test", 3), sample());
  EXPECT_EQ(read_tensors(folder.path("f"), "phigp-test", 9), sample());
  EXPECT_EQ(read_any_tensors(folder.path("f")), sample());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
  TensorFile bare;
  bare.format = "phigp-test";
  write_tensors(folder.path("f"), bare);
  EXPECT_EQ(read_tensors(folder.path("f"), "phigp-test", 1), bare);
}

TEST_F(TensorFiles, AlignDataToEightBytes) {
  write_tensors(folder.path("f"), sample());
  const std::string bytes = folder.content("f");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);
  // Wide types first: a (48 bytes), counts (16), empty (0), single (8), half (8), bytes (3).
  EXPECT_EQ(bytes.size(), 8 + length + 48 + 16 + 0 + 8 + 8 + 8 + 3);
  double single = 0.0;
  std::memcpy(&single, bytes.data() + 8 + length + 64, 8);
  EXPECT_EQ(single, 42.0);
}

TEST_F(TensorFiles, SurviveTheDamageOfAnyByte) {
  const TensorFile file = sample();
  write_tensors(folder.path("f"), file);
  const std::string good = folder.content("f");
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0xA0}) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ flip);
      folder.file("f", bytes);
      try {
        EXPECT_EQ(read_tensors(folder.path("f"), "phigp-test", 3), file) << i << " " << flip;
      } catch (const FileError&) {
      }
      try {
        read_any_tensors(folder.path("f"));  // may believe it, may not crash
      } catch (const FileError&) {
      }
    }
  }
}

TEST_F(TensorFiles, SurviveTheLossOfAnyTail) {
  write_tensors(folder.path("f"), sample());
  const std::string good = folder.content("f");
  for (std::size_t length = 0; length < good.size(); ++length) {
    folder.file("f", good.substr(0, length));
    EXPECT_THROW(read_tensors(folder.path("f"), "phigp-test", 3), FileError) << length;
    EXPECT_THROW(read_any_tensors(folder.path("f")), FileError) << length;
  }
  EXPECT_TRUE(refusal(good + "x").find("must have exactly the 91 bytes of data") !=
              std::string::npos);
}

TEST_F(TensorFiles, TellDamagedFromForeignFromNewer) {
  write_tensors(folder.path("f"), sample());
  const auto message = [&](const std::string& format, int version) {
    return message_of<FileError>([&] { read_tensors(folder.path("f"), format, version); }, &folder);
  };
  EXPECT_EQ(message("phigp-model", 3), "f must be a file of format phigp-model, got phigp-test");
  EXPECT_EQ(message("phigp-test", 2),
            "f was written by a newer phigp; this one reads phigp-test up to version 2, got 3");
  std::string bytes = folder.content("f");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  folder.file("f", bytes);
  EXPECT_EQ(message("phigp-test", 3), "f is damaged: its content does not match its checksum");
  folder.file("f", made(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1));
  EXPECT_EQ(message("phigp-model", 1), "f is not a phigp-model file of phigp");
  folder.file("f", made(R"({"__metadata__":{"format":"phigp-model","format_version":"1"}})", 0));
  EXPECT_EQ(message("phigp-model", 1), "f has no checksum: it is damaged");
  folder.file("f", made(R"({"__metadata__":{"format":"phigp-model","format_version":"one"}})", 0));
  EXPECT_EQ(message("phigp-model", 1), "f has a format_version that is no whole number, got one");
}

TEST_F(TensorFiles, RefusesWhatIsNoFile) {
  EXPECT_EQ(message_of<FileError>([&] { read_any_tensors(folder.path("none")); }, &folder),
            "none cannot be read: No such file or directory");
  EXPECT_EQ(message_of<FileError>([&] { read_any_tensors(folder.path()); }),
            folder.path() + " cannot be read: it is a folder");
  EXPECT_EQ(refusal(""), "f is too short for a safetensors file, got 0 bytes");
  EXPECT_EQ(refusal("age,sex\n1,2\n3,4\n"), "f is cut off, damaged, or no safetensors file");
  // A length that would take more memory than there is, and one just above the limit.
  EXPECT_EQ(refusal(std::string(16, '\xFF')), "f is cut off, damaged, or no safetensors file");
}

TEST_F(TensorFiles, RefusesHeadersAboveTheLimit) {
  const std::string path = folder.file("f", "");
  const std::uint64_t length = 100'000'001;
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  folder.file("f", bytes);
  std::filesystem::resize_file(path, length + 8);  // a hole: costs no disk
  EXPECT_EQ(message_of<FileError>([&] { read_any_tensors(path); }, &folder),
            "f is cut off, damaged, or no safetensors file");
}

TEST_F(TensorFiles, RefusesHeadersThatMakeNoSense) {
  const std::string good = R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})";
  folder.file("f", made(good, 8));
  EXPECT_EQ(read_any_tensors(folder.path("f")).tensors.at("a"), doubles({1}, {0.0}));
  const std::string json = "f has a header that is not JSON: it is damaged or no safetensors file";
  EXPECT_EQ(header_refusal("{"), json);
  EXPECT_EQ(header_refusal("{\"a\xFF\":1}"), json);
  EXPECT_EQ(header_refusal("[]"), "f has a header that is no JSON object");
  EXPECT_EQ(header_refusal(std::string(5000, '[')), "f has a header that is nested too deeply");
  EXPECT_EQ(header_refusal(R"({"a":1,"a":2})"), "f has a name twice in its header, got a");
  EXPECT_EQ(header_refusal(R"({"__metadata__":{"k":"1","k":"2"}})"),
            "f has a name twice in its header, got k");
  EXPECT_EQ(header_refusal(R"({"__metadata__":3})"), "f has metadata that is no JSON object");
  EXPECT_EQ(header_refusal(R"({"__metadata__":{"k":3}})"), "f has metadata that is no text, got k");
  for (const std::string bad :
       {R"({"a":3})", R"({"a":{}})", R"({"a":{"dtype":"F64","shape":[1]}})",
        R"({"a":{"dtype":1,"shape":[1],"data_offsets":[0,8]}})",
        R"({"a":{"dtype":"F64","shape":1,"data_offsets":[0,8]}})",
        R"({"a":{"dtype":"F64","shape":[-1],"data_offsets":[0,8]}})",
        R"({"a":{"dtype":"F64","shape":[1.0],"data_offsets":[0,8]}})",
        R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0]}})",
        R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[-1,8]}})",
        R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8],"more":1}})"}) {
    EXPECT_EQ(header_refusal(bad), "f has a damaged entry in its header, got a") << bad;
  }
  EXPECT_EQ(header_refusal(R"({"a":{"dtype":"BF16","shape":[4],"data_offsets":[0,8]}})"),
            "f has an array of a type that phigp does not read (F64, F32, I64, I32, U8), got a of "
            "type BF16");
}

TEST_F(TensorFiles, RefusesArraysThatDoNotFit) {
  const auto entry = [](const std::string& name, const std::string& shape,
                        const std::string& offsets) {
    return "\"" + name + R"(":{"dtype":"F64","shape":[)" + shape + R"(],"data_offsets":[)" +
           offsets + "]}";
  };
  const std::string outside =
      "f has an array that lies outside the file; it is cut off or damaged, got a";
  EXPECT_EQ(header_refusal("{" + entry("a", "2", "0,16") + "}"), outside);
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "8,0") + "}"), outside);
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "0,18446744073709551615") + "}"), outside);
  const std::string shape = "f has an array whose shape does not fit its data, got a";
  for (const std::string bad : {"2", "0", "1,2", "4294967296,4294967296", "18446744073709551615",
                                "2305843009213693953", "0,18446744073709551615"}) {
    EXPECT_EQ(header_refusal("{" + entry("a", bad, "0,8") + "}"), shape) << bad;
  }
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "0,7") + "}"), shape);
  // Empty whatever the other sizes, and then no data.
  folder.file("f", made("{" + entry("a", "18446744073709551615,2,0", "0,0") + "}", 0));
  EXPECT_EQ(read_any_tensors(folder.path("f")).tensors.size(), 1U);
  const std::string gap = "f has arrays with gaps or overlaps between them, got b";
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "0,8") + "," + entry("b", "1", "0,8") + "}"), gap);
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "0,8") + "," + entry("b", "1", "16,24") + "}", 24),
            gap);
  EXPECT_EQ(header_refusal("{" + entry("b", "1", "8,16") + "}", 16), gap);
  EXPECT_EQ(header_refusal("{" + entry("a", "1", "0,8") + "}", 16),
            "f must have exactly the 8 bytes of data that its header names, got 16 bytes of data");
}

TEST_F(TensorFiles, RefusesToWriteNonsense) {
  TensorFile file = sample();
  file.tensors["a"].shape = {2, 2};
  EXPECT_EQ(write_refusal(file), "f, a must have as many values as its shape says, 4, got 6");
  file.tensors["a"].shape = {std::size_t{1} << 40, std::size_t{1} << 40};
  EXPECT_EQ(write_refusal(file), "a has a shape that is too large, got 1099511627776");
  file = sample();
  file.format = "";
  EXPECT_EQ(write_refusal(file), "f must have a format");
  file = sample();
  file.format_version = 0;
  EXPECT_EQ(write_refusal(file), "f must have a positive format version, got 0");
  for (const std::string key : {"format", "format_version", "checksum"}) {
    file = sample();
    file.metadata[key] = "mine";
    EXPECT_EQ(write_refusal(file), "f must leave this metadata to phigp, got " + key);
  }
  for (const std::string name : {"", "__metadata__"}) {
    file = sample();
    file.tensors[name] = doubles({1}, {1});
    EXPECT_EQ(write_refusal(file), "f must have arrays with usable names, got '" + name + "'");
  }
  file = sample();
  file.metadata["x"] = "\xFF";
  EXPECT_EQ(write_refusal(file), "tensor file must have names and metadata in UTF-8");
  file = sample();
  file.metadata["x"].resize(100'000'001, 'x');
  EXPECT_TRUE(write_refusal(file).starts_with("tensor file must have a header of at most 100 MB"));
  EXPECT_EQ(message_of<InvalidInput>([] { write_tensors("/dev/null", sample()); }),
            "/dev/null must be a file: its beginning is written last");
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(TensorFiles, AreReadAndWrittenByThePublicPackage) {
  const char* told = std::getenv("PHIGP_TEST_PYTHON");
  const std::string python = told != nullptr ? told : PHIGP_TEST_DATA "/../.venv/bin/python";
  ASSERT_TRUE(std::filesystem::exists(python)) << "no " << python << ": run scripts/setup.sh";
  write_tensors(folder.path("ours"), sample());
  const std::string command = "'" + python + "' '" PHIGP_TEST_DATA "/io/check_tensors.py' '" +
                              folder.path("ours") + "' '" + folder.path("theirs") + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  const TensorFile theirs = read_any_tensors(folder.path("theirs"));
  EXPECT_EQ(theirs.format, "");
  EXPECT_EQ(theirs.format_version, 0);
  EXPECT_EQ(theirs.metadata, (std::map<std::string, std::string>{{"who", "python"}}));
  const std::map<std::string, Tensor> expected{{"m", doubles({2, 3}, {0, 1, 2, 3, 4, 5})},
                                               {"f", {{1}, std::vector<float>{1.5F}}},
                                               {"i", {{2}, std::vector<std::int64_t>{-5, 6}}},
                                               {"u", {{3}, std::vector<std::uint8_t>{1, 2, 3}}}};
  EXPECT_EQ(theirs.tensors, expected);
}

}  // namespace
}  // namespace phigp::test
