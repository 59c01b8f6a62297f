// From a table in text to a column file (table_file.h), in bounded memory: for text that does not
// fit into memory, and for text that is read more than once.
#pragma once

#include <string>

#include "phigp/base/progress.h"
#include "phigp/base/threads.h"
#include "phigp/io/read_table.h"

namespace phigp {

struct ConversionSettings {
  int threads = 0;                           // 0: all processors
  std::size_t block = std::size_t{1} << 21;  // bytes of text that are read as one
};

struct ConversionReport {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t text_columns = 0;
  int passes = 1;  // over the text: 2 if a column of numbers turned out to be text late
};

// Writes at `to` the table that read_table(from, options) gives. CSV, plain or gzipped, passes
// through in blocks: memory holds a few of them and the different texts of text columns. Cells
// wait in a file without a name beside `to`, as large as the result. What is no CSV (LIBSVM, .npy)
// is read as a whole.
//
// `watch` is told how many megabytes are done. When it answers false, and when anything is thrown,
// nothing is left at `to` but what was there. Throws as read_table does, WriteError for what cannot
// be written or was stopped.
ConversionReport convert_table(const std::string& from, const std::string& to,
                               const TableOptions& options = {},
                               const ConversionSettings& settings = {}, const Watcher& watch = {});

}  // namespace phigp
