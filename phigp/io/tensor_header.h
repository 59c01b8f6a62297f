// The JSON header of a tensor file: made, and taken apart without trust.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/tensor_file.h"

namespace phigp::detail {

inline constexpr std::string_view kFormatKey = "format";
inline constexpr std::string_view kVersionKey = "format_version";
inline constexpr std::string_view kChecksumKey = "checksum";
// Optional, of the header alone: for files that are opened without being read to their end.
inline constexpr std::string_view kHeaderChecksumKey = "header_checksum";
inline constexpr std::uint64_t kMostHeaderBytes = 100'000'000;  // the limit of the public readers
inline constexpr std::size_t kChecksumDigits = 16;

enum class TensorType { f64, f32, i64, u8, i32 };  // in the order of Tensor::values
std::size_t bytes_per_value(TensorType type);

struct TensorEntry {
  std::string name;
  TensorType type = TensorType::f64;
  std::vector<std::size_t> shape;
  std::uint64_t begin = 0;  // within the data
  std::uint64_t end = 0;
};

// Product of the shape. Throws InvalidInput if it exceeds 2^63.
std::uint64_t value_count(const std::vector<std::size_t>& shape, const std::string& name);

struct TensorHeader {
  std::map<std::string, std::string> metadata;  // the reserved keys among them
  std::vector<TensorEntry> entries;             // in the order of their data
};

// Sets begin and end: wider types first, then names, without gaps, so that every array lies on a
// multiple of its width. Returns the number of data bytes.
std::uint64_t lay_out(std::vector<TensorEntry>& entries);

// Header length, JSON and padding to a multiple of eight bytes; the checksum is all zeros.
std::string make_header(const TensorHeader& header);
// Where its digits stand in the text that make_header made or a file holds; npos if there are none.
std::size_t checksum_place(std::string_view header);
// The same of the checksum of the header alone.
std::size_t header_checksum_place(std::string_view header);
// Digits of the header (its JSON and padding, without its length), both checksums taken as zeros.
std::string header_checksum(std::string json);

// `json`: the header without its length; `data_bytes`: what follows it in the file. Throws
// FileError.
TensorHeader parse_header(std::string_view json, std::uint64_t data_bytes, const std::string& path);

// XXH3, 64 bits, of header (checksum digits as zeros) and data.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;
  void add(const void* bytes, std::size_t count);
  std::string digits() const;

 private:
  void* state_;
};
std::uint64_t checksum_of(const void* bytes, std::size_t count);

}  // namespace phigp::detail
