#include "phigp/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace phigp {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

// 0, or the error number.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string with_links_followed(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_symlink(path, ignored)) return path;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, ignored);
  return ignored ? path : real.string();
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// A rename is on the disk only when its folder is. Folders that cannot be opened or synchronised
// (some network file systems) are left to the system.
void synchronise_folder(const std::string& path) {
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw WriteError("output file", "", "needs a name");
  target_ = with_links_followed(path_);
  struct stat status{};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);  // read-only means: leave it
  const std::filesystem::path place(target_);
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    const std::string name = "." + place.filename().string() + "." + std::to_string(::getpid()) +
                             "-" + std::to_string(attempt) + ".tmp";
    temporary_ = (place.parent_path() / name).string();
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) {
      const int code = errno;
      temporary_.clear();
      fail(code);
    }
  }
  if (exists) static_cast<void>(::fchmod(descriptor_, status.st_mode & 07777));
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::fail(int code) {
  discard();
  throw WriteError(path_, "", std::string("cannot be written: ") + std::strerror(code));
}

void AtomicFile::flush() {
  if (descriptor_ < 0) fail(EBADF);
  if (const int code = write_all(descriptor_, buffer_); code != 0) fail(code);
  buffer_.clear();
}

void AtomicFile::write(std::string_view bytes) {
  if (descriptor_ < 0) fail(EBADF);
  size_ += bytes.size();
  if (buffer_.size() + bytes.size() <= kBuffer) {
    buffer_.append(bytes);
    return;
  }
  flush();
  if (bytes.size() <= kBuffer) {
    buffer_.append(bytes);
  } else if (const int code = write_all(descriptor_, bytes); code != 0) {
    fail(code);
  }
}

void AtomicFile::overwrite(std::uint64_t offset, std::string_view bytes) {
  require(!temporary_.empty(), path_, "", "must be a file, whose beginning can be rewritten");
  require(offset + bytes.size() <= size_, path_, static_cast<double>(offset),
          "must have been written there before it is overwritten");
  flush();
  while (!bytes.empty()) {
    const ssize_t done =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(done < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void AtomicFile::move_to(const std::string& target) {
  flush();
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail(errno);
  const int closed = ::close(descriptor_);
  const int code = errno;
  descriptor_ = -1;
  if (closed != 0) fail(code);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target.c_str()) != 0) fail(errno);
  temporary_.clear();
  synchronise_folder(target);
}

void AtomicFile::commit() { move_to(target_); }

std::string AtomicFile::keep() {
  std::string partial = temporary_.empty() ? path_ : target_ + ".partial";
  move_to(partial);
  return partial;
}

}  // namespace phigp
