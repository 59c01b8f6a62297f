// Named arrays in one file, in the safetensors layout: eight bytes of header length, a JSON header,
// raw little-endian data. The public safetensors readers open such a file; nothing in it is ever
// executed. Model files, posterior draws and column files (table_file.h) are such files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace phigp {

struct Tensor {
  std::vector<std::size_t> shape;  // row-major; empty for a single number
  // F64, F32, I64, U8, I32: as many values as the product of the shape
  std::variant<std::vector<double>, std::vector<float>, std::vector<std::int64_t>,
               std::vector<std::uint8_t>, std::vector<std::int32_t>>
      values;

  bool operator==(const Tensor&) const = default;
};

struct TensorFile {
  std::string format;      // what kind of file: "phigp-model"
  int format_version = 1;  // of that kind; rises when an older reader would misunderstand
  std::map<std::string, std::string> metadata;  // format, format_version and checksum are reserved
  std::map<std::string, Tensor> tensors;

  bool operator==(const TensorFile&) const = default;
};

// Writes whole or not at all, with a checksum over header and data. Throws InvalidInput for a shape
// that does not fit its values, reserved or unusable names; WriteError for what the system refuses.
void write_tensors(const std::string& path, const TensorFile& file);

// Reads a file of the given format, up to the given version. Everything is checked before anything
// is believed or allocated: sizes, shapes, gaps, overlaps, names, checksum. Throws FileError, which
// tells a damaged file from a foreign one and from one that a newer version wrote.
TensorFile read_tensors(const std::string& path, const std::string& format, int newest_version);

// Any safetensors file with these types of data, whoever wrote it; format is empty and
// format_version 0 where the file states none. A checksum counts if it is there.
TensorFile read_any_tensors(const std::string& path);

}  // namespace phigp
