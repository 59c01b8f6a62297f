#include "phigp/io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "phigp/base/error.h"

namespace phigp::detail {

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  void* memory = MAP_FAILED;
  int code = 0;
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    code = errno;
  } else if (!S_ISREG(status.st_mode)) {
    code = S_ISDIR(status.st_mode) ? EISDIR : ENODEV;
  } else if (status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) code = errno;
  }
  if (descriptor >= 0) ::close(descriptor);  // the mapping holds the file
  if (code != 0) throw FileError(path, "", std::string("cannot be read: ") + std::strerror(code));
  if (memory != MAP_FAILED) data_ = static_cast<const char*>(memory);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace phigp::detail
