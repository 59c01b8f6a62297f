#include "phigp/io/npy_reader.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "phigp/base/error.h"

namespace phigp::detail {

static_assert(std::endian::native == std::endian::little, "raw arrays are read as they stand");

namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

struct Header {
  std::string_view type;  // "<f8"
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t data = 0;  // where the numbers begin
};

class NpyHeaderParser {
 public:
  NpyHeaderParser(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Header parse() {
    if (!is_npy(bytes_)) refuse("", "is not an .npy file");
    if (bytes_.size() < 12) refuse("", "is an .npy file that is cut off");
    const int version = static_cast<unsigned char>(bytes_[6]);
    if (version < 1 || version > 3) {
      refuse(std::to_string(version), "must be an .npy file of version 1, 2 or 3");
    }
    const std::size_t start = version == 1 ? 10 : 12;
    std::size_t length = 0;
    std::memcpy(&length, bytes_.data() + 8, start - 8);
    if (length > bytes_.size() - start) refuse("", "is an .npy file that is cut off");
    text_ = bytes_.substr(start, length);
    Header header;
    header.data = start + length;
    header.type = quoted(value_of("'descr'"));
    const std::string_view order = value_of("'fortran_order'");
    header.fortran_order = order.starts_with("True");
    if (!header.fortran_order && !order.starts_with("False")) damaged();
    header.shape = numbers(value_of("'shape'"));
    return header;
  }

 private:
  [[noreturn]] void refuse(const std::string& value, const std::string& rule) {
    throw FileError(name_, value, rule);
  }
  [[noreturn]] void damaged() { refuse("", "is an .npy file with a header that makes no sense"); }

  std::string_view value_of(std::string_view key) {
    std::size_t at = text_.find(key);
    if (at == std::string_view::npos) damaged();
    at = text_.find_first_not_of(": ", at + key.size());
    if (at == std::string_view::npos) damaged();
    return text_.substr(at);
  }

  std::string_view quoted(std::string_view text) {
    if (text.front() == '[') refuse("a record type", "must hold plain numbers");
    const std::size_t close = text.find('\'', 1);
    if (text.front() != '\'' || close == std::string_view::npos) damaged();
    return text.substr(1, close - 1);
  }

  std::vector<std::size_t> numbers(std::string_view text) {
    const std::size_t close = text.find(')');
    if (text.front() != '(' || close == std::string_view::npos) damaged();
    text = text.substr(1, close - 1);
    std::vector<std::size_t> result;
    for (;;) {
      const std::size_t begin = text.find_first_not_of(", ");
      if (begin == std::string_view::npos) return result;
      text.remove_prefix(begin);
      std::size_t number = 0;
      const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (status != std::errc{}) damaged();
      result.push_back(number);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
  }

  std::string_view bytes_;
  std::string name_;
  std::string_view text_;
};

using Read = double (*)(const char*);
template <class T>
double read_as(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}
double read_bool(const char* at) { return *at == 0 ? 0.0 : 1.0; }

struct Type {
  std::string_view code;
  std::size_t size;
  Read read;
};
constexpr Type kNpyTypes[] = {
    {"<f8", 8, read_as<double>},
    {"<f4", 4, read_as<float>},
    {"<i8", 8, read_as<std::int64_t>},
    {"<i4", 4, read_as<std::int32_t>},
    {"<i2", 2, read_as<std::int16_t>},
    {"|i1", 1, read_as<std::int8_t>},
    {"<u8", 8, read_as<std::uint64_t>},
    {"<u4", 4, read_as<std::uint32_t>},
    {"<u2", 2, read_as<std::uint16_t>},
    {"|u1", 1, read_as<std::uint8_t>},
    {"|b1", 1, read_bool},
};

const Type& type_of(std::string_view code, const std::string& name) {
  for (const Type& type : kNpyTypes) {
    if (type.code == code) return type;
  }
  throw FileError(name, std::string(code), "must hold little-endian numbers or booleans");
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(kNpyMagic); }

Table parse_npy(std::string_view bytes, const std::string& name) {
  const Header header = NpyHeaderParser(bytes, name).parse();
  const Type& type = type_of(header.type, name);
  if (header.shape.empty() || header.shape.size() > 2) {
    throw FileError(name, std::to_string(header.shape.size()) + " dimensions",
                    "must be an array of one or two dimensions");
  }
  const std::size_t rows = header.shape[0];
  const std::size_t width = header.shape.size() == 2 ? header.shape[1] : 1;
  if (rows == 0 || width == 0) throw FileError(name, "", "is an empty array");
  const std::size_t stored = bytes.size() - header.data;
  if (rows > stored / type.size / width || rows * width * type.size != stored) {
    throw FileError(name, std::to_string(stored) + " bytes",
                    "must hold " + std::to_string(rows) + " x " + std::to_string(width) +
                        " numbers of " + std::to_string(type.size) + " bytes");
  }
  const std::size_t row_step = type.size * (header.fortran_order ? 1 : width);
  const std::size_t column_step = type.size * (header.fortran_order ? rows : 1);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < width; ++j) {
    std::vector<double> numbers(rows);
    const char* at = bytes.data() + header.data + j * column_step;
    for (std::size_t i = 0; i < rows; ++i) numbers[i] = type.read(at + i * row_step);
    columns.push_back(number_column("column" + std::to_string(j + 1), std::move(numbers)));
  }
  TableFacts facts;
  facts.named = false;
  return Table(name, std::move(columns), std::move(facts));
}

}  // namespace phigp::detail
