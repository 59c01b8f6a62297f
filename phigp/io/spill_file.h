// A file without a name, beside one that is being made: it is gone when its owner is, however that
// ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace phigp::detail {

class SpillFile {
 public:
  // In the folder of `path`. Throws WriteError, in the name of `path`.
  explicit SpillFile(const std::string& path);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  std::uint64_t size() const { return size_; }
  void append(std::string_view bytes);
  void read(std::uint64_t offset, char* to, std::size_t count) const;
  void clear();

 private:
  [[noreturn]] void fail(int code) const;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace phigp::detail
