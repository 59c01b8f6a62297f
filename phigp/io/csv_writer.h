// Tables out: comma-separated, one header, numbers in the shortest form that reads back as the same
// number, missing cells (NaN) empty, text quoted where it has to be.
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "phigp/io/atomic_file.h"

namespace phigp {

struct OutputColumn {
  std::string name;
  std::variant<std::span<const double>, std::span<const std::string>> cells;
};

// The whole table at once; the file appears whole or not at all. Throws InvalidInput for columns of
// different lengths, WriteError for what the system refuses.
void write_csv(const std::string& path, std::span<const OutputColumn> columns);
// To a stream, which `name` stands for in errors.
void write_csv(std::ostream& out, std::span<const OutputColumn> columns,
               const std::string& name = "output");

// A long table in blocks of rows. To a path: nothing is there until commit(); keep() saves what
// there is under `<path>.partial`; neither: nothing is left. To a stream: rows go out as they come.
class CsvWriter {
 public:
  CsvWriter(const std::string& path, std::span<const std::string> names);
  CsvWriter(std::ostream& out, std::span<const std::string> names,
            const std::string& name = "output");
  ~CsvWriter();

  // One block for every name, in their order; all of the same length.
  void append(std::span<const OutputColumn> columns);
  std::size_t rows() const { return rows_; }

  void commit();
  // Returns where the rows are.
  std::string keep();

 private:
  void write(const std::string& text);

  std::unique_ptr<AtomicFile> file_;
  std::ostream* stream_ = nullptr;
  std::string name_;
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
};

}  // namespace phigp
