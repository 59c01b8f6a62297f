// Where cells go while a CSV file is read: numbers into an array, texts into a dictionary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "phigp/io/csv_cells.h"
#include "phigp/io/table.h"

namespace phigp::detail {

class CsvColumn {
 public:
  explicit CsvColumn(bool text) : text_(text) {}

  bool text() const { return text_; }
  // A column of numbers that met a cell which is none: to be read again, as text.
  bool is_no_number() const { return is_no_number_; }
  // Row and content of the first infinite cell; content is empty if there is none.
  std::size_t infinite_row() const { return infinite_row_; }
  const std::string& infinite_cell() const { return infinite_cell_; }

  void make_room(std::size_t rows);
  void set(std::size_t row, double number) { numbers_[row] = number; }
  void set(std::size_t row, const CsvCell& cell, const std::vector<std::string>& missing);

  // The first `rows` rows; the column is then used up.
  Column finish(std::string name, std::size_t rows);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  void set_text(std::size_t row, const CsvCell& cell);
  void set_number(std::size_t row, const CsvCell& cell);

  bool text_;
  bool is_no_number_ = false;
  std::size_t infinite_row_ = 0;
  std::string infinite_cell_;
  std::vector<double> numbers_;
  std::vector<std::int32_t> codes_;
  std::vector<std::string> values_;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> known_;
};

}  // namespace phigp::detail
