// Arrays that grow row by row while a program runs, such as the draws of a sampler, and end as one
// tensor file. Memory stays bounded whatever the number of rows: they go to a journal beside the
// target, and finish() puts them in order. A run that is interrupted calls finish() and keeps what
// it has; one that was killed leaves the journal, from which recover_tensors() makes the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "phigp/io/tensor_file.h"

namespace phigp {

struct TensorSeries {
  std::string name;
  std::size_t width = 1;  // numbers per row, at least 1

  bool operator==(const TensorSeries&) const = default;
};

struct TensorStreamOptions {
  std::string format;
  int format_version = 1;
  std::vector<TensorSeries> series;             // become F64 arrays [rows x width]
  std::map<std::string, std::string> metadata;  // known at the start

  bool operator==(const TensorStreamOptions&) const = default;
};

namespace detail {
class TensorJournal;
}

class TensorStream {
 public:
  // Creates `<path>.journal`. Throws InvalidInput for repeated names or widths of zero, WriteError
  // if the journal cannot be written or one of an earlier run is there.
  TensorStream(const std::string& path, const TensorStreamOptions& options);
  // Without finish(), the journal stays if it has rows.
  ~TensorStream();
  TensorStream(const TensorStream&) = delete;
  TensorStream& operator=(const TensorStream&) = delete;

  // Any number of whole rows, row by row. Several threads may append at once; rows of one series
  // keep the order of the calls.
  void append(const std::string& series, std::span<const double> rows);
  std::uint64_t rows(const std::string& series) const;
  bool empty() const;  // no row of any series
  // Everything appended so far survives the end of the process, and of the machine.
  void flush();

  // Writes the file, with further arrays and metadata that are known only now, and deletes the
  // journal. Nothing may follow.
  void finish(const std::map<std::string, Tensor>& tensors = {},
              const std::map<std::string, std::string>& metadata = {});

 private:
  std::size_t index_of(const std::string& series) const;
  void flush_series(std::size_t index);

  std::string path_;
  std::unique_ptr<detail::TensorJournal> journal_;
  std::vector<std::vector<double>> buffers_;  // by series
  mutable std::mutex mutex_;
};

// Makes the file of a run that was killed from its journal, and deletes that. Returns how many rows
// of each series there are. Throws FileError if there is no journal or its beginning is damaged.
std::vector<std::pair<std::string, std::uint64_t>> recover_tensors(const std::string& path);
// Where a stream that ends at `path` keeps its rows until then.
std::string journal_path(const std::string& path);

}  // namespace phigp
