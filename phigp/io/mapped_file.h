// A file as read-only memory. The system brings in what is looked at and may drop it again: a file
// of any size can be mapped, and none of it counts as memory of the program. Whoever cuts a mapped
// file short ends the program that reads it (SIGBUS); one that is replaced by renaming, as all
// writers of this library do, stays whole.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace phigp::detail {

class MappedFile {
 public:
  // Throws FileError.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace phigp::detail
