#include "phigp/io/text_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string_view>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kPacked = std::size_t{1} << 18;  // bytes of a gzip file held at a time

}  // namespace

struct TextSource::Inflater {
  z_stream stream{};
  std::array<char, kPacked> packed{};
  bool between_members = false;  // a member has ended, and what follows is not known yet

  Inflater() {
    if (::inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { ::inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

TextSource::TextSource(const std::string& path) : path_(path) {
  struct stat status{};
  const auto fail = [&](int code) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw FileError(path, "", std::string("cannot be read: ") + std::strerror(code));
  };
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) fail(EISDIR);
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw FileError(path, "", "must be a file: it may have to be read twice");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  std::array<char, 2> magic{};
  if (read_file(magic.data(), magic.size()) == 2 && magic[0] == '\x1f' && magic[1] == '\x8b') {
    inflater_ = std::make_unique<Inflater>();
  }
  restart();
}

TextSource::~TextSource() { ::close(descriptor_); }

void TextSource::restart() {
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) {
    throw FileError(path_, "", std::string("cannot be read: ") + std::strerror(errno));
  }
  position_ = 0;
  at_end_ = false;
  if (!inflater_) return;
  ::inflateReset(&inflater_->stream);
  inflater_->stream.avail_in = 0;
  inflater_->between_members = false;
}

std::size_t TextSource::read_file(char* to, std::size_t count) {
  std::size_t used = 0;
  while (used < count) {
    const ssize_t got = ::read(descriptor_, to + used, count - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw FileError(path_, "", std::string("cannot be read: ") + std::strerror(errno));
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  position_ += used;
  return used;
}

// Members follow each other; zeros after the last are padding.
std::size_t TextSource::inflate(char* to, std::size_t count) {
  z_stream& stream = inflater_->stream;
  std::size_t used = 0;
  while (used < count) {
    if (stream.avail_in == 0) {
      const std::size_t got = read_file(inflater_->packed.data(), kPacked);
      stream.next_in = reinterpret_cast<Bytef*>(inflater_->packed.data());
      stream.avail_in = static_cast<uInt>(got);
      if (got == 0) {
        if (inflater_->between_members) break;
        throw FileError(path_, "", "is a gzip file that is cut off: its end is missing");
      }
    }
    if (inflater_->between_members) {
      while (stream.avail_in > 0 && *stream.next_in == 0) {
        ++stream.next_in;
        --stream.avail_in;
      }
      if (stream.avail_in == 0) continue;
      if (*stream.next_in != 0x1f)
        throw FileError(path_, "", "has bytes after its gzip content ends");
      ::inflateReset(&stream);
      inflater_->between_members = false;
    }
    constexpr std::size_t most = std::numeric_limits<uInt>::max() / 2;
    const auto room = static_cast<uInt>(std::min(count - used, most));
    stream.next_out = reinterpret_cast<Bytef*>(to + used);
    stream.avail_out = room;
    const int status = ::inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (status == Z_STREAM_END) {
      inflater_->between_members = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw FileError(path_, stream.msg == nullptr ? "" : stream.msg,
                      "is a gzip file that is damaged");
    }
  }
  return used;
}

void TextSource::read(std::size_t count, std::string& to) {
  const std::size_t before = to.size();
  to.resize(before + count);
  const std::size_t got =
      inflater_ ? inflate(to.data() + before, count) : read_file(to.data() + before, count);
  to.resize(before + got);
  at_end_ = got < count;
}

}  // namespace phigp::detail
