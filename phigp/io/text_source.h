// A file read from front to back, as often as wanted, with gzip taken off: what read_bytes does,
// without ever holding the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace phigp::detail {

class TextSource {
 public:
  // Throws FileError for a path that is missing, a folder, not readable or no regular file.
  explicit TextSource(const std::string& path);
  ~TextSource();
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;

  // Appends up to `count` bytes, fewer only at the end. Throws FileError, also for gzip that is cut
  // off or damaged.
  void read(std::size_t count, std::string& to);
  // Back to the beginning.
  void restart();

  bool at_end() const { return at_end_; }
  bool packed() const { return inflater_ != nullptr; }
  std::uint64_t position() const { return position_; }  // in the file, of what has been read
  std::uint64_t size() const { return size_; }          // of the file

 private:
  struct Inflater;

  std::size_t read_file(char* to, std::size_t count);
  std::size_t inflate(char* to, std::size_t count);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  bool at_end_ = false;
  std::unique_ptr<Inflater> inflater_;
};

}  // namespace phigp::detail
