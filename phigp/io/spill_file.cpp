#include "phigp/io/spill_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "phigp/io/atomic_file.h"

namespace phigp::detail {

SpillFile::SpillFile(const std::string& path) : path_(path) {
  const std::filesystem::path folder = std::filesystem::path(path + "x").replace_filename(".");
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  // Some file systems know no files without a name: take the name away at once.
  std::string name = (folder / ".phigp-XXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  ::unlink(name.c_str());
}

SpillFile::~SpillFile() { ::close(descriptor_); }

void SpillFile::fail(int code) const {
  throw WriteError(path_, "", std::string("cannot be written: ") + std::strerror(code));
}

void SpillFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(done < 0 ? errno : EIO);
    size_ += static_cast<std::uint64_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void SpillFile::read(std::uint64_t offset, char* to, std::size_t count) const {
  while (count > 0) {
    const ssize_t done = ::pread(descriptor_, to, count, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(done < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(done);
    to += done;
    count -= static_cast<std::size_t>(done);
  }
}

void SpillFile::clear() {
  if (::ftruncate(descriptor_, 0) != 0) fail(errno);
  size_ = 0;
}

}  // namespace phigp::detail
