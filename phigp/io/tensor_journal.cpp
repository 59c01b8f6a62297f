#include "phigp/io/tensor_journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "phigp/io/tensor_header.h"

namespace phigp {

std::string journal_path(const std::string& path) { return path + ".journal"; }

namespace detail {

namespace {

using nlohmann::json;

constexpr std::uint64_t kMagic = 0x314C4E4A50474850U;  // "PHGPJNL1"

struct Preamble {  // followed by JSON text
  std::uint64_t magic = kMagic;
  std::uint64_t length = 0;
  std::uint64_t checksum = 0;  // of the text
};

struct BlockHead {  // followed by rows x width numbers
  std::uint64_t series = 0;
  std::uint64_t rows = 0;
  std::uint64_t checksum = 0;  // of the numbers
  std::uint64_t own_checksum = 0;

  std::uint64_t expected() const { return checksum_of(this, 3 * sizeof(std::uint64_t)); }
};

std::string text_of(const TensorStreamOptions& options) {
  json all{{"format", options.format},
           {"format_version", options.format_version},
           {"metadata", options.metadata}};
  all["series"] = json::array();
  for (const TensorSeries& series : options.series) {
    all["series"].push_back({{"name", series.name}, {"width", series.width}});
  }
  try {
    return all.dump();
  } catch (const json::exception&) {
    throw InvalidInput("tensor stream", "", "must have names and metadata in UTF-8");
  }
}

TensorStreamOptions options_of(const std::string& text, const std::string& path) try {
  const json all = json::parse(text);
  TensorStreamOptions options;
  options.format = all.at("format").get<std::string>();
  options.format_version = all.at("format_version").get<int>();
  options.metadata = all.at("metadata").get<std::map<std::string, std::string>>();
  for (const json& series : all.at("series")) {
    options.series.push_back(
        {series.at("name").get<std::string>(), series.at("width").get<std::size_t>()});
    if (options.series.back().width == 0) throw FileError(path, "", "has a series of width zero");
  }
  return options;
} catch (const json::exception&) {
  throw FileError(path, "", "is no journal, or its beginning is damaged");
}

}  // namespace

void TensorJournal::fail(const char* what, int code) const {
  const std::string rule = std::string("cannot be ") + what + ": " + std::strerror(code);
  throw WriteError(path_, "", rule);
}

TensorJournal::TensorJournal(const std::string& path, const TensorStreamOptions& options)
    : path_(journal_path(path)), options_(options), blocks_(options.series.size()) {
  const std::string text = text_of(options);
  descriptor_.value = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_.value < 0 && errno == EEXIST) {
    throw WriteError(path_, "",
                     "is what an earlier run left, or another is writing: recover or delete it");
  }
  if (descriptor_.value < 0) fail("written", errno);
  Preamble preamble;
  preamble.length = text.size();
  preamble.checksum = checksum_of(text.data(), text.size());
  try {
    write(0, &preamble, sizeof preamble);
    write(size_, text.data(), text.size());
  } catch (...) {
    remove();
    throw;
  }
}

TensorJournal::TensorJournal(const std::string& path) : path_(journal_path(path)) {
  descriptor_.value = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (descriptor_.value < 0 || ::fstat(descriptor_.value, &status) != 0) {
    throw FileError(path_, "", std::string("cannot be read: ") + std::strerror(errno));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  Preamble preamble;
  std::string text;
  bool good = read_at(0, &preamble, sizeof preamble) && preamble.magic == kMagic &&
              preamble.length <= size_ - sizeof preamble;
  if (good) {
    text.resize(preamble.length);
    good = read_at(sizeof preamble, text.data(), text.size()) &&
           checksum_of(text.data(), text.size()) == preamble.checksum;
  }
  if (!good) throw FileError(path_, "", "is no journal, or its beginning is damaged");
  options_ = options_of(text, path_);
  blocks_.resize(options_.series.size());
  find_blocks(sizeof preamble + text.size());
}

TensorJournal::Descriptor::~Descriptor() {
  if (value >= 0) ::close(value);
}

void TensorJournal::find_blocks(std::uint64_t offset) {
  BlockHead head;
  std::vector<double> numbers;
  while (read_at(offset, &head, sizeof head) && head.own_checksum == head.expected()) {
    offset += sizeof head;
    if (head.series >= blocks_.size()) return;
    const std::size_t width = options_.series[head.series].width;
    const JournalBlock block{offset, head.rows};
    // Killed in the middle of this block, if it is longer than what there is.
    if (head.rows > (size_ - offset) / sizeof(double) / width) return;
    const std::uint64_t bytes = head.rows * width * sizeof(double);
    read(block, width, numbers);
    if (checksum_of(numbers.data(), bytes) != head.checksum) return;
    blocks_[head.series].push_back(block);
    offset += bytes;
  }
}

void TensorJournal::append(std::size_t series, std::span<const double> rows) {
  const std::size_t width = options_.series[series].width;
  BlockHead head;
  head.series = series;
  head.rows = rows.size() / width;
  head.checksum = checksum_of(rows.data(), rows.size_bytes());
  head.own_checksum = head.expected();
  const std::uint64_t start = size_;
  try {
    write(start, &head, sizeof head);
    write(start + sizeof head, rows.data(), rows.size_bytes());
  } catch (...) {
    size_ = start;  // half a block, on a full disk: the next one goes over it
    throw;
  }
  blocks_[series].push_back({start + sizeof head, head.rows});
}

std::uint64_t TensorJournal::rows(std::size_t series) const {
  std::uint64_t sum = 0;
  for (const JournalBlock& block : blocks_[series]) sum += block.rows;
  return sum;
}

void TensorJournal::write(std::uint64_t offset, const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t done = ::pwrite(descriptor_.value, from, count, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("written", done < 0 ? errno : EIO);
    from += done;
    offset += static_cast<std::uint64_t>(done);
    count -= static_cast<std::size_t>(done);
  }
  size_ = offset;
}

bool TensorJournal::read_at(std::uint64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t done = ::pread(descriptor_.value, to, count, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    to += done;
    offset += static_cast<std::uint64_t>(done);
    count -= static_cast<std::size_t>(done);
  }
  return true;
}

void TensorJournal::read(const JournalBlock& block, std::size_t width,
                         std::vector<double>& to) const {
  to.resize(block.rows * width);
  if (!read_at(block.offset, to.data(), to.size() * sizeof(double))) {
    throw FileError(path_, "", "cannot be read: it ends too early");
  }
}

void TensorJournal::synchronise() {
  if (::fdatasync(descriptor_.value) != 0) fail("written", errno);
}

void TensorJournal::remove() { ::unlink(path_.c_str()); }

}  // namespace detail
}  // namespace phigp
