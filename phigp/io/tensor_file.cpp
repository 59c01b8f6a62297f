#include "phigp/io/tensor_file.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "phigp/base/error.h"
#include "phigp/io/tensor_header.h"
#include "phigp/io/tensor_identity.h"
#include "phigp/io/tensor_writer.h"

namespace phigp {

static_assert(std::endian::native == std::endian::little, "data are written as they stand");

namespace {

using detail::Checksum;
using detail::TensorEntry;
using detail::TensorHeader;
using detail::TensorType;

// A file of bytes, read front to back, that never ends early without saying so.
class Source {
 public:
  explicit Source(const std::string& path) : path_(path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) cannot_read("it is a folder");
    in_.open(path, std::ios::binary);
    if (!in_ || !in_.seekg(0, std::ios::end)) cannot_read(std::strerror(errno));
    size_ = static_cast<std::uint64_t>(in_.tellg());
    in_.seekg(0);
  }
  std::uint64_t size() const { return size_; }
  void read(void* to, std::uint64_t count) {
    if (count == 0) return;
    in_.read(static_cast<char*>(to), static_cast<std::streamsize>(count));
    if (!in_) cannot_read("it ends too early");
  }

 private:
  [[noreturn]] void cannot_read(const std::string& why) const {
    throw FileError(path_, "", "cannot be read: " + why);
  }
  std::string path_;
  std::ifstream in_;
  std::uint64_t size_ = 0;
};

std::string read_header(Source& source, const std::string& path) {
  std::uint64_t length = 0;
  if (source.size() < sizeof length) {
    throw FileError(path, std::to_string(source.size()) + " bytes",
                    "is too short for a safetensors file");
  }
  source.read(&length, sizeof length);
  if (length > detail::kMostHeaderBytes || length > source.size() - sizeof length) {
    throw FileError(path, "", "is cut off, damaged, or no safetensors file");
  }
  std::string header(static_cast<std::size_t>(length), '\0');
  source.read(header.data(), length);
  return header;
}

template <class T>
std::vector<T> read_values(Source& source, const TensorEntry& entry) {
  std::vector<T> values(static_cast<std::size_t>((entry.end - entry.begin) / sizeof(T)));
  source.read(values.data(), entry.end - entry.begin);
  return values;
}

Tensor read_tensor(Source& source, const TensorEntry& entry) {
  Tensor tensor;
  tensor.shape = entry.shape;
  switch (entry.type) {
    case TensorType::f64:
      tensor.values = read_values<double>(source, entry);
      break;
    case TensorType::f32:
      tensor.values = read_values<float>(source, entry);
      break;
    case TensorType::i64:
      tensor.values = read_values<std::int64_t>(source, entry);
      break;
    case TensorType::u8:
      tensor.values = read_values<std::uint8_t>(source, entry);
      break;
    case TensorType::i32:
      tensor.values = read_values<std::int32_t>(source, entry);
      break;
  }
  return tensor;
}

TensorFile read_file(const std::string& path, const std::string* format, int newest_version) {
  Source source(path);
  std::string text = read_header(source, path);
  TensorHeader header =
      detail::parse_header(text, source.size() - sizeof(std::uint64_t) - text.size(), path);
  TensorFile file;
  file.metadata = std::move(header.metadata);
  const detail::TensorIdentity identity = detail::take_identity(file.metadata, path);
  file.format = identity.format;
  file.format_version = identity.version;
  if (format != nullptr) detail::require_format(identity, path, *format, newest_version);
  Checksum checksum;
  if (const std::size_t place = detail::checksum_place(text); place != std::string::npos) {
    text.replace(place, detail::kChecksumDigits, detail::kChecksumDigits, '0');
  }
  checksum.add(text.data(), text.size());
  for (const TensorEntry& entry : header.entries) {
    Tensor tensor = read_tensor(source, entry);
    const std::string_view bytes = detail::bytes_of(tensor);
    checksum.add(bytes.data(), bytes.size());
    file.tensors.emplace(entry.name, std::move(tensor));
  }
  if (!identity.checksum.empty() && checksum.digits() != identity.checksum) {
    throw FileError(path, "", "is damaged: its content does not match its checksum");
  }
  return file;
}

}  // namespace

void write_tensors(const std::string& path, const TensorFile& file) {
  std::vector<TensorEntry> entries;
  for (const auto& [name, tensor] : file.tensors) {
    const auto type = static_cast<TensorType>(tensor.values.index());
    const std::uint64_t count = detail::value_count(tensor.shape, name);
    const std::uint64_t given = detail::bytes_of(tensor).size() / detail::bytes_per_value(type);
    if (count != given) {
      throw InvalidInput(path + ", " + name, std::to_string(given),
                         "must have as many values as its shape says, " + std::to_string(count));
    }
    entries.push_back({name, type, tensor.shape, 0, 0});
  }
  detail::TensorWriter writer(path, file.format, file.format_version, file.metadata, entries);
  for (const TensorEntry& entry : writer.entries()) {
    writer.add(detail::bytes_of(file.tensors.at(entry.name)));
  }
  writer.finish();
}

TensorFile read_tensors(const std::string& path, const std::string& format, int newest_version) {
  return read_file(path, &format, newest_version);
}

TensorFile read_any_tensors(const std::string& path) { return read_file(path, nullptr, 0); }

}  // namespace phigp
