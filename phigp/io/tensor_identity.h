// What a tensor file says it is: format, version, checksum. What makes a file ours is looked at
// first, so that a foreign or newer file is called that and not damaged.
#pragma once

#include <map>
#include <string>

namespace phigp::detail {

struct TensorIdentity {
  std::string format;  // empty if the file states none
  int version = 0;
  std::string checksum;  // empty if the file states none
};

// Takes the reserved keys out of the metadata. Throws FileError for a version that is no number.
TensorIdentity take_identity(std::map<std::string, std::string>& metadata, const std::string& path);

// Throws FileError unless the file has this format, up to this version, and a checksum.
void require_format(const TensorIdentity& identity, const std::string& path,
                    const std::string& format, int newest_version);

}  // namespace phigp::detail
