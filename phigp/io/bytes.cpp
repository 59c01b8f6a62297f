#include "phigp/io/bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <limits>
#include <memory>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

[[noreturn]] void cannot_read(const std::string& path, int code) {
  throw FileError(path, "", std::string("cannot be read: ") + std::strerror(code));
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : value_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (value_ < 0) cannot_read(path, errno);
  }
  ~Descriptor() { ::close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

// A pipe has no size, and a file may grow while it is read: the size is a hint only.
std::string read_descriptor(int descriptor, const std::string& path) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) cannot_read(path, EISDIR);
  std::string bytes;
  std::size_t used = 0;
  std::size_t room =
      S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : kBlock;
  for (;;) {
    if (used == bytes.size()) bytes.resize(used + std::max(room, used / 2));
    room = kBlock;
    const ssize_t got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(path, errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string gunzip(std::string_view bytes, const std::string& name) {
  const FileError cut_off(name, "", "is a gzip file that is cut off: its end is missing");
  z_stream stream{};
  if (::inflateInit2(&stream, 15 + 16) != Z_OK) throw FileError(name, "", "cannot be unpacked");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, ::inflateEnd);
  std::string out;
  std::size_t used = 0;
  std::string_view rest = bytes;
  for (;;) {
    if (used == out.size()) out.resize(used + std::max({kBlock, bytes.size() * 4, used / 2}));
    // zlib counts in 32 bits, so a large file is handed over in parts.
    constexpr std::size_t most = std::numeric_limits<uInt>::max() / 2;
    const auto in = static_cast<uInt>(std::min(rest.size(), most));
    const auto room = static_cast<uInt>(std::min(out.size() - used, most));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
    stream.avail_in = in;
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = room;
    const int status = ::inflate(&stream, Z_NO_FLUSH);
    rest.remove_prefix(in - stream.avail_in);
    used += room - stream.avail_out;
    if (status == Z_STREAM_END) {
      // Padding by zeros is what tapes and some tools leave; anything else is a further member.
      if (rest.find_first_not_of('\0') == std::string_view::npos) break;
      if (!is_gzip(rest)) throw FileError(name, "", "has bytes after its gzip content ends");
      ::inflateReset(&stream);
    } else if (status == Z_BUF_ERROR || (status == Z_OK && rest.empty() && stream.avail_out > 0)) {
      throw cut_off;
    } else if (status != Z_OK) {
      throw FileError(name, stream.msg == nullptr ? "" : stream.msg,
                      "is a gzip file that is damaged");
    }
  }
  out.resize(used);
  return out;
}

}  // namespace

std::string read_bytes(const std::string& path) {
  const Descriptor file(path);
  std::string bytes = read_descriptor(file.value(), path);
  if (is_gzip(bytes)) return gunzip(bytes, path);
  return bytes;
}

std::string read_bytes(std::istream& in, const std::string& name) {
  std::string bytes;
  while (in) {
    const std::size_t used = bytes.size();
    bytes.resize(used + std::max(kBlock, used / 2));
    in.read(bytes.data() + used, static_cast<std::streamsize>(bytes.size() - used));
    bytes.resize(used + static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw FileError(name, "", "cannot be read to its end");
  if (is_gzip(bytes)) return gunzip(bytes, name);
  return bytes;
}

}  // namespace phigp::detail
