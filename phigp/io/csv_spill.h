// Pieces of a CSV file, one after the other, on their way into a column file: cells go to a spill
// file, since the place of a column's cells in the result depends on the number of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "phigp/io/csv_rows.h"
#include "phigp/io/spill_file.h"

namespace phigp::detail {

class CsvSpill {
 public:
  // `form` decides which columns are text; it may change until the first piece and by restart().
  CsvSpill(const CsvForm& form, const std::string& path);

  // Takes a piece, which is then used up; its lines must be those of the file. A column of numbers
  // that turns out to be text is noted, and from then on nothing is kept: all is to be read again.
  void add(CsvPiece& piece);
  std::size_t rows() const { return rows_; }
  // Columns that must be text after all, as far as the pieces told.
  const std::vector<bool>& text() const { return text_; }
  bool changed() const { return changed_; }
  // Forgets all pieces.
  void restart();

  // Throws InvalidInput for an infinite number or if there was no row.
  void check() const;
  // Writes the column file at the path; on_bytes is told how many have been written.
  void write(const std::function<void(std::uint64_t)>& on_bytes);
  std::uint64_t bytes() const { return file_.size(); }

 private:
  struct Segment {
    std::size_t rows = 0;
    std::uint64_t cells = 0;        // where its cells begin in the spill file, column by column
    std::uint64_t row_numbers = 0;  // where those do, if they do not count up
    std::size_t first_line = 1;
    bool counts_up = true;
  };
  struct Dictionary {
    std::vector<std::string> values;
    std::unordered_map<std::string, std::int32_t> known;
  };
  struct Infinite {
    std::size_t line = 0;
    std::string cell;  // empty: there is none
  };

  std::size_t bytes_per_cell(std::size_t column) const { return form_.text[column] ? 4 : 8; }
  std::size_t bytes_before(std::size_t column) const;
  std::vector<std::int32_t> common_codes(std::size_t column, const Column& cells);
  bool lines_count_up() const;

  const CsvForm& form_;
  std::string path_;
  SpillFile file_;
  std::vector<Segment> segments_;
  std::vector<Dictionary> dictionaries_;  // by column
  std::vector<Infinite> infinite_;        // by column: the first
  std::vector<bool> text_;
  std::size_t rows_ = 0;
  bool changed_ = false;
};

}  // namespace phigp::detail
