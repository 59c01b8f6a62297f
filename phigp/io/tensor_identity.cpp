#include "phigp/io/tensor_identity.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/tensor_header.h"

namespace phigp::detail {

namespace {

std::string taken(std::map<std::string, std::string>& metadata, std::string_view key) {
  const auto place = metadata.find(std::string(key));
  if (place == metadata.end()) return "";
  std::string value = std::move(place->second);
  metadata.erase(place);
  return value;
}

int version_of(const std::string& text, const std::string& path) {
  int version = 0;
  if (text.empty()) return version;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), version);
  if (status == std::errc{} && end == text.data() + text.size() && version > 0) return version;
  throw FileError(path, text, "has a format_version that is no whole number");
}

}  // namespace

TensorIdentity take_identity(std::map<std::string, std::string>& metadata,
                             const std::string& path) {
  TensorIdentity identity;
  identity.format = taken(metadata, kFormatKey);
  identity.version = version_of(taken(metadata, kVersionKey), path);
  identity.checksum = taken(metadata, kChecksumKey);
  return identity;
}

void require_format(const TensorIdentity& identity, const std::string& path,
                    const std::string& format, int newest_version) {
  if (identity.format.empty()) throw FileError(path, "", "is not a " + format + " file of phigp");
  if (identity.format != format)
    throw FileError(path, identity.format, "must be a file of format " + format);
  if (identity.version > newest_version) {
    throw FileError(path, std::to_string(identity.version),
                    "was written by a newer phigp; this one reads " + format + " up to version " +
                        std::to_string(newest_version));
  }
  if (identity.checksum.empty()) throw FileError(path, "", "has no checksum: it is damaged");
}

}  // namespace phigp::detail
