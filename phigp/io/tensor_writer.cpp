#include "phigp/io/tensor_writer.h"

#include <utility>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

TensorHeader checked_header(const std::string& path, const std::string& format, int format_version,
                            const std::map<std::string, std::string>& metadata,
                            std::vector<TensorEntry> entries) {
  require(!format.empty(), path, "", "must have a format");
  require(format_version > 0, path, format_version, "must have a positive format version");
  for (const std::string_view key : {kFormatKey, kVersionKey, kChecksumKey}) {
    require(!metadata.contains(std::string(key)), path, key, "must leave this metadata to phigp");
  }
  for (const TensorEntry& entry : entries) {
    require(!entry.name.empty() && entry.name != "__metadata__", path, "'" + entry.name + "'",
            "must have arrays with usable names");
  }
  TensorHeader header{metadata, std::move(entries)};
  header.metadata.emplace(kFormatKey, format);
  header.metadata.emplace(kVersionKey, std::to_string(format_version));
  if (const auto place = header.metadata.find(std::string(kHeaderChecksumKey));
      place != header.metadata.end()) {
    place->second.assign(kChecksumDigits, '0');
  }
  lay_out(header.entries);
  return header;
}

}  // namespace

TensorWriter::TensorWriter(const std::string& path, const std::string& format, int format_version,
                           const std::map<std::string, std::string>& metadata,
                           std::vector<TensorEntry> entries)
    : header_(checked_header(path, format, format_version, metadata, std::move(entries))),
      file_(path) {
  require(!file_.is_device(), path, "", "must be a file: its beginning is written last");
  std::string text = make_header(header_);
  constexpr std::size_t length = sizeof(std::uint64_t);
  if (header_.metadata.contains(std::string(kHeaderChecksumKey))) {
    text.replace(header_checksum_place(text), kChecksumDigits,
                 header_checksum(text.substr(length)));
  }
  checksum_.add(text.data() + length, text.size() - length);
  checksum_place_ = checksum_place(text);
  file_.write(text);
}

void TensorWriter::add(std::string_view bytes) {
  checksum_.add(bytes.data(), bytes.size());
  file_.write(bytes);
}

void TensorWriter::finish() {
  file_.overwrite(checksum_place_, checksum_.digits());
  file_.commit();
}

std::string_view bytes_of(const Tensor& tensor) {
  return std::visit(
      [](const auto& values) {
        return std::string_view(reinterpret_cast<const char*>(values.data()),
                                values.size() * sizeof(values[0]));
      },
      tensor.values);
}

}  // namespace phigp::detail
