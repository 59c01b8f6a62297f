// What is text and what is not (require_text of bytes.h).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "phigp/base/error.h"
#include "phigp/io/bytes.h"

namespace phigp::detail {

namespace {

struct Magic {
  std::string_view bytes;
  const char* what;
};
constexpr std::array<Magic, 8> kMagics{{
    {"PK\x03\x04", "is a zip archive or a spreadsheet; save it as CSV"},
    {"\xD0\xCF\x11\xE0", "is a spreadsheet; save it as CSV"},
    {"PAR1", "is a Parquet file; save it as CSV"},
    {"\x89HDF", "is an HDF5 file; save it as CSV or .npy"},
    {"\x28\xB5\x2F\xFD", "is packed with zstd; unpack it or use gzip"},
    {"BZh", "is packed with bzip2; unpack it or use gzip"},
    {"\xFF\xFE", "is UTF-16 text; save it as UTF-8"},
    {"\xFE\xFF", "is UTF-16 text; save it as UTF-8"},
}};

// Length of the UTF-8 character at `at`, or 0 if there is none: overlong forms, surrogates and
// values above U+10FFFF are none.
std::size_t character_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned least = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned most = first == 0xED ? 0x9F : 0xBF;
    return byte(1) >= least && byte(1) <= most && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned least = first == 0xF0 ? 0x90 : 0x80;
    const unsigned most = first == 0xF4 ? 0x8F : 0xBF;
    return byte(1) >= least && byte(1) <= most && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Place of the first byte that is not text, or npos. Plain ASCII goes by eight bytes at a time.
std::size_t first_bad_byte(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::uint64_t word = 0;
    while (at + sizeof word <= bytes.size()) {
      std::memcpy(&word, bytes.data() + at, sizeof word);
      if ((word & 0x8080808080808080U) != 0) break;
      at += sizeof word;
    }
    const std::size_t stop = std::min(bytes.size(), at + sizeof word);
    while (at < stop) {
      const std::size_t length = character_length(bytes, at);
      if (length == 0) return at;
      at += length;
    }
  }
  return std::string_view::npos;
}

[[noreturn]] void refuse(std::string_view bytes, const std::string& name, std::size_t line,
                         std::size_t at, const std::string& rule) {
  constexpr std::string_view hexadecimal = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(bytes[at]);
  const auto lines =
      std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw FileError(name + ", row " + std::to_string(line + static_cast<std::size_t>(lines)),
                  std::string("byte 0x") + hexadecimal[byte >> 4U] + hexadecimal[byte & 15U], rule);
}

}  // namespace

void require_text(std::string_view bytes, const std::string& name) {
  for (const Magic& magic : kMagics) {
    if (bytes.starts_with(magic.bytes)) throw FileError(name, "", magic.what);
  }
  require_text_after(bytes, name, 1);
}

void require_text_after(std::string_view bytes, const std::string& name, std::size_t line) {
  if (const std::size_t zero = bytes.find('\0'); zero != std::string_view::npos) {
    refuse(bytes, name, line, zero, "must be text, not binary data");
  }
  if (const std::size_t bad = first_bad_byte(bytes); bad != std::string_view::npos) {
    refuse(bytes, name, line, bad, "must be UTF-8 text; save the file as UTF-8");
  }
}

}  // namespace phigp::detail
