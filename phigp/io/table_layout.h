// What the header of a column file says, and where the arrays of a table stand in it:
//
//   column1, column2, …   F64 [rows], or I32 [rows] for text: codes
//   texts2, ends2         of a text column: its different texts in one piece (U8), and the place
//                         after the end of each (I64)
//   row_numbers           I64 [rows], where rows do not simply count up
//
// Names and facts stand in the metadata, as JSON under the key "table".
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/table.h"
#include "phigp/io/tensor_header.h"
#include "phigp/io/tensor_writer.h"

namespace phigp::detail {

inline constexpr const char* kTableFormat = "phigp-table";
inline constexpr int kTableVersion = 1;
inline constexpr std::string_view kTableKey = "table";

struct TableDescription {
  struct Part {
    std::string name;
    ColumnKind kind = ColumnKind::number;
    const std::vector<std::string>* values = nullptr;  // text
  };
  std::string source;
  bool named = true;
  bool absent_is_zero = false;
  std::size_t first_row = 1;
  std::size_t rows = 0;
  bool row_numbers = false;  // there is an array of them
  std::vector<Part> columns;
};

std::string column_array(std::size_t column);
std::string texts_array(std::size_t column);
std::string ends_array(std::size_t column);
inline constexpr const char* kRowNumbersArray = "row_numbers";

std::string to_json(const TableDescription& description);
// Throws FileError for anything but what to_json wrote. `values` stay empty.
TableDescription parse_description(const std::string& json, const std::string& path);

// Writes the file. add_cells(column, writer) adds the bytes of one column's numbers or codes;
// column kRowNumbers stands for the row numbers. Columns come in the order of the file.
inline constexpr std::size_t kRowNumbers = static_cast<std::size_t>(-1);
void write_table_file(const std::string& path, const TableDescription& description,
                      const std::function<void(std::size_t column, TensorWriter&)>& add_cells);

// Whether bytes begin as a safetensors file does. No text, gzip or .npy file begins so.
bool looks_like_tensors(std::string_view beginning, std::uint64_t size);

// Whether this is a regular file that begins so.
bool is_column_file(const std::string& path);

// The table in these bytes, which `owner` keeps alive. Throws FileError.
Table table_in(std::string_view bytes, const std::shared_ptr<const void>& owner,
               const std::string& path);

}  // namespace phigp::detail
