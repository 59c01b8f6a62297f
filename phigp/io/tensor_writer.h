// A tensor file written front to back, its data in pieces of any size: what write_tensors and
// TensorStream have in common.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/atomic_file.h"
#include "phigp/io/tensor_header.h"

namespace phigp::detail {

class TensorWriter {
 public:
  // Checks names, lays the arrays out and writes the header, with a checksum of its own if the
  // metadata has a place for one (kHeaderChecksumKey). Throws InvalidInput, WriteError.
  TensorWriter(const std::string& path, const std::string& format, int format_version,
               const std::map<std::string, std::string>& metadata,
               std::vector<TensorEntry> entries);

  // The order in which their data are to be added.
  const std::vector<TensorEntry>& entries() const { return header_.entries; }
  void add(std::string_view bytes);
  // Puts the checksum in and the file in its place. Until then there is none.
  void finish();

 private:
  TensorHeader header_;
  AtomicFile file_;
  Checksum checksum_;
  std::size_t checksum_place_ = 0;
};

std::string_view bytes_of(const Tensor& tensor);

}  // namespace phigp::detail
