// The file beside the target in which a TensorStream keeps its rows until they are put in order:
// a preamble, then blocks of rows as they came, each with a checksum. Whatever moment a run is
// killed at, the blocks before that moment can be read.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "phigp/io/tensor_stream.h"

namespace phigp::detail {

struct JournalBlock {
  std::uint64_t offset = 0;  // of its numbers in the journal
  std::uint64_t rows = 0;
};

class TensorJournal {
 public:
  // For a new run. Refuses to destroy the journal of an earlier one.
  TensorJournal(const std::string& path, const TensorStreamOptions& options);
  // Of a run that was killed; blocks from the first damaged one on are left out.
  explicit TensorJournal(const std::string& path);
  TensorJournal(const TensorJournal&) = delete;
  TensorJournal& operator=(const TensorJournal&) = delete;

  const TensorStreamOptions& options() const { return options_; }
  void append(std::size_t series, std::span<const double> rows);
  void synchronise();
  std::uint64_t rows(std::size_t series) const;
  const std::vector<JournalBlock>& blocks(std::size_t series) const { return blocks_[series]; }
  void read(const JournalBlock& block, std::size_t width, std::vector<double>& to) const;
  // Deletes the file.
  void remove();

 private:
  void write(std::uint64_t offset, const void* bytes, std::size_t count);
  bool read_at(std::uint64_t offset, void* bytes, std::size_t count) const;
  void find_blocks(std::uint64_t offset);
  [[noreturn]] void fail(const char* what, int code) const;

  std::string path_;
  TensorStreamOptions options_;
  std::vector<std::vector<JournalBlock>> blocks_;  // by series
  std::uint64_t size_ = 0;
  struct Descriptor {
    int value = -1;
    ~Descriptor();
  } descriptor_;
};

}  // namespace phigp::detail
