#include "phigp/io/tensor_header.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

using nlohmann::json;

struct TypeName {
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<TypeName, 5> kTypes{
    {{"F64", 8}, {"F32", 4}, {"I64", 8}, {"U8", 1}, {"I32", 4}}};
constexpr std::string_view kMetadata = "__metadata__";
constexpr std::string_view kChecksumStart = "\"checksum\":\"";  // as make_header writes it
constexpr std::string_view kHeaderChecksumStart = "\"header_checksum\":\"";

// The text cannot stand inside a name or a value, where its quotes would be escaped.
std::size_t place_after(std::string_view start, std::string_view header) {
  const std::size_t found = header.find(start);
  if (found == std::string_view::npos) return found;
  const std::size_t place = found + start.size();
  return place + kChecksumDigits < header.size() ? place : std::string_view::npos;
}

// Parses with the two rules that JSON does not have: no name twice, no nesting beyond what a header
// needs. Both are checked while parsing, before a hostile text can cost memory or a stack.
json strict_parse(std::string_view text, const std::string& path) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > 4) throw FileError(path, "", "has a header that is nested too deeply");
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key &&
        !keys.back().insert(parsed.get<std::string>()).second) {
      throw FileError(path, parsed.get<std::string>(), "has a name twice in its header");
    }
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception&) {
    throw FileError(path, "",
                    "has a header that is not JSON: it is damaged or no safetensors file");
  }
}

class HeaderParser {
 public:
  HeaderParser(std::uint64_t data_bytes, const std::string& path)
      : data_bytes_(data_bytes), path_(path) {}

  TensorHeader parse(const json& all) {
    check(all.is_object(), "", "has a header that is no JSON object");
    TensorHeader header;
    for (const auto& [name, value] : all.items()) {
      if (name == kMetadata) {
        header.metadata = metadata(value);
      } else {
        header.entries.push_back(entry(name, value));
      }
    }
    check_cover(header.entries);
    return header;
  }

 private:
  void check(bool ok, const std::string& value, const std::string& rule) const {
    if (!ok) throw FileError(path_, value, rule);
  }

  std::map<std::string, std::string> metadata(const json& value) const {
    check(value.is_object(), "", "has metadata that is no JSON object");
    std::map<std::string, std::string> result;
    for (const auto& [key, text] : value.items()) {
      check(text.is_string(), key, "has metadata that is no text");
      result.emplace(key, text.get<std::string>());
    }
    return result;
  }

  TensorEntry entry(const std::string& name, const json& value) const {
    const std::string what = "has a damaged entry in its header";
    check(value.is_object() && value.size() == 3 && value.contains("dtype") &&
              value.contains("shape") && value.contains("data_offsets"),
          name, what);
    TensorEntry result;
    result.name = name;
    check(value["dtype"].is_string(), name, what);
    const auto dtype = value["dtype"].get<std::string>();
    const auto* type = std::find_if(kTypes.begin(), kTypes.end(),
                                    [&](const TypeName& known) { return known.name == dtype; });
    check(type != kTypes.end(), name + " of type " + dtype,
          "has an array of a type that phigp does not read (F64, F32, I64, I32, U8)");
    result.type = static_cast<TensorType>(type - kTypes.begin());
    check(value["shape"].is_array() && value["data_offsets"].is_array(), name, what);
    for (const json& size : value["shape"]) {
      check(size.is_number_unsigned(), name, what);
      result.shape.push_back(size.get<std::size_t>());
    }
    const json& offsets = value["data_offsets"];
    check(offsets.size() == 2 && offsets[0].is_number_unsigned() && offsets[1].is_number_unsigned(),
          name, what);
    result.begin = offsets[0].get<std::uint64_t>();
    result.end = offsets[1].get<std::uint64_t>();
    check(result.begin <= result.end && result.end <= data_bytes_, name,
          "has an array that lies outside the file; it is cut off or damaged");
    check_size(result);
    return result;
  }

  void check_size(const TensorEntry& entry) const {
    const std::uint64_t room = (entry.end - entry.begin) / bytes_per_value(entry.type);
    bool fits = true;
    std::uint64_t count = 1;
    const bool empty = std::find(entry.shape.begin(), entry.shape.end(), 0U) != entry.shape.end();
    for (const std::size_t size : entry.shape) {
      fits = fits && (empty || size <= room / count);
      if (fits) count = empty ? 0 : count * size;
      if (empty) break;
    }
    check(fits && count * bytes_per_value(entry.type) == entry.end - entry.begin, entry.name,
          "has an array whose shape does not fit its data");
  }

  // Arrays follow each other without gap or overlap and fill the data.
  void check_cover(std::vector<TensorEntry>& entries) const {
    std::sort(entries.begin(), entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
      return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
    });
    std::uint64_t at = 0;
    for (const TensorEntry& entry : entries) {
      check(entry.begin == at, entry.name, "has arrays with gaps or overlaps between them");
      at = entry.end;
    }
    check(at == data_bytes_, std::to_string(data_bytes_) + " bytes of data",
          "must have exactly the " + std::to_string(at) + " bytes of data that its header names");
  }

  std::uint64_t data_bytes_;
  std::string path_;
};

}  // namespace

std::size_t bytes_per_value(TensorType type) {
  return kTypes[static_cast<std::size_t>(type)].bytes;
}

std::uint64_t value_count(const std::vector<std::size_t>& shape, const std::string& name) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / 8;
  if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return 0;
  std::uint64_t count = 1;
  for (const std::size_t size : shape) {
    require(size <= most / count, name, static_cast<double>(size), "has a shape that is too large");
    count *= size;
  }
  return count;
}

std::uint64_t lay_out(std::vector<TensorEntry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
    const std::size_t width_a = bytes_per_value(a.type);
    const std::size_t width_b = bytes_per_value(b.type);
    return width_a != width_b ? width_a > width_b : a.name < b.name;
  });
  std::uint64_t at = 0;
  for (TensorEntry& entry : entries) {
    entry.begin = at;
    at += value_count(entry.shape, entry.name) * bytes_per_value(entry.type);
    entry.end = at;
  }
  return at;
}

std::string make_header(const TensorHeader& header) {
  json all = json::object();
  all[kMetadata] = header.metadata;
  all[kMetadata][kChecksumKey] = std::string(kChecksumDigits, '0');
  for (const TensorEntry& entry : header.entries) {
    all[entry.name] = {{"dtype", kTypes[static_cast<std::size_t>(entry.type)].name},
                       {"shape", entry.shape},
                       {"data_offsets", {entry.begin, entry.end}}};
  }
  std::string text;
  try {
    text = all.dump();
  } catch (const json::exception&) {
    throw InvalidInput("tensor file", "", "must have names and metadata in UTF-8");
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  require(length <= kMostHeaderBytes, "tensor file", static_cast<double>(length),
          "must have a header of at most 100 MB");
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + text;
}

std::size_t checksum_place(std::string_view header) { return place_after(kChecksumStart, header); }

std::size_t header_checksum_place(std::string_view header) {
  return place_after(kHeaderChecksumStart, header);
}

std::string header_checksum(std::string json) {
  for (const std::size_t place : {checksum_place(json), header_checksum_place(json)}) {
    if (place != std::string::npos) json.replace(place, kChecksumDigits, kChecksumDigits, '0');
  }
  Checksum checksum;
  checksum.add(json.data(), json.size());
  return checksum.digits();
}

TensorHeader parse_header(std::string_view text, std::uint64_t data_bytes,
                          const std::string& path) {
  return HeaderParser(data_bytes, path).parse(strict_parse(text, path));
}

}  // namespace phigp::detail
