// A file that appears whole or not at all. Bytes go to a temporary file beside the target; commit()
// brings them to the disk and renames. Every writer of this library writes through here. Devices
// and pipes, which cannot be renamed, are written to directly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "phigp/base/error.h"

namespace phigp {

// Output that could not be written: a full disk, a missing folder, no permission. `name` is where
// it was meant to go.
class WriteError : public FileError {
 public:
  using FileError::FileError;
};

class AtomicFile {
 public:
  // Creates the temporary file. A symbolic link is followed, so that the link stays one.
  explicit AtomicFile(std::string path);
  // Without commit() or keep(), leaves what was at `path` and nothing else.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  // Replaces bytes written before: a header that is known only at the end. Not for devices.
  void overwrite(std::uint64_t offset, std::string_view bytes);
  bool is_device() const { return temporary_.empty(); }
  std::uint64_t size() const { return size_; }

  // Puts the file in its place; an existing one keeps its permissions. Nothing may follow.
  void commit();
  // For a run that ends early: what there is goes to `<path>.partial`, so that nobody takes it for
  // the whole. Returns that name; for a device, its path.
  std::string keep();

  const std::string& path() const { return path_; }

 private:
  void flush();
  void move_to(const std::string& target);
  void discard() noexcept;
  [[noreturn]] void fail(int code);

  std::string path_;       // as the caller wrote it
  std::string target_;     // with links followed
  std::string temporary_;  // empty for a device
  std::string buffer_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace phigp
