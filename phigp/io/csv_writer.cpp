#include "phigp/io/csv_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <string_view>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

void append_number(std::string& text, double value) {
  if (std::isnan(value)) return;
  std::array<char, 32> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

void append_text(std::string& text, std::string_view cell) {
  // Blanks at the ends are quoted because readers, ours among them, take bare ones off.
  const bool quote = cell.find_first_of(",\"\r\n;\t|") != std::string_view::npos ||
                     (!cell.empty() && (cell.front() == ' ' || cell.back() == ' '));
  if (!quote) {
    text.append(cell);
    return;
  }
  text += '"';
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

std::size_t length_of(const OutputColumn& column) {
  return std::visit([](const auto& cells) { return cells.size(); }, column.cells);
}

std::vector<std::string> names_of(std::span<const OutputColumn> columns) {
  std::vector<std::string> names;
  for (const OutputColumn& column : columns) names.push_back(column.name);
  return names;
}

std::string header_of(std::span<const std::string> names) {
  require(!names.empty(), "output table", "", "must have a column");
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ',';
    require(!name.empty(), "output table", "", "must have a name for every column");
    append_text(text, name);
  }
  return text + '\n';
}

}  // namespace

CsvWriter::CsvWriter(const std::string& path, std::span<const std::string> names)
    : name_(path), names_(names.begin(), names.end()) {
  const std::string header = header_of(names);
  file_ = std::make_unique<AtomicFile>(path);
  write(header);
}

CsvWriter::CsvWriter(std::ostream& out, std::span<const std::string> names, const std::string& name)
    : stream_(&out), name_(name), names_(names.begin(), names.end()) {
  write(header_of(names));
}

CsvWriter::~CsvWriter() = default;

void CsvWriter::write(const std::string& text) {
  if (file_ != nullptr) {
    file_->write(text);
  } else if (!stream_->write(text.data(), static_cast<std::streamsize>(text.size()))) {
    throw WriteError(name_, "", "cannot be written");
  }
}

void CsvWriter::append(std::span<const OutputColumn> columns) {
  require(names_of(columns) == names_, name_, "", "must get the columns that its header names");
  const std::size_t rows = length_of(columns[0]);
  for (const OutputColumn& column : columns) {
    require(length_of(column) == rows, name_ + ", column '" + column.name + "'",
            std::to_string(length_of(column)), "must have " + std::to_string(rows) + " rows");
  }
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (j > 0) text += ',';
      if (const auto* numbers = std::get_if<0>(&columns[j].cells)) {
        append_number(text, (*numbers)[i]);
      } else {
        append_text(text, std::get<1>(columns[j].cells)[i]);
      }
    }
    // A row of one empty cell would be a blank line, which readers skip.
    if (columns.size() == 1 && (text.empty() || text.back() == '\n')) text += "NA";
    text += '\n';
    if (text.size() < kBlock) continue;
    write(text);
    text.clear();
  }
  write(text);
  rows_ += rows;
}

void CsvWriter::commit() {
  if (file_ != nullptr) {
    file_->commit();
  } else if (!stream_->flush()) {
    throw WriteError(name_, "", "cannot be written");
  }
}

std::string CsvWriter::keep() {
  if (file_ != nullptr) return file_->keep();
  commit();
  return name_;
}

void write_csv(const std::string& path, std::span<const OutputColumn> columns) {
  CsvWriter writer(path, names_of(columns));
  writer.append(columns);
  writer.commit();
}

void write_csv(std::ostream& out, std::span<const OutputColumn> columns, const std::string& name) {
  CsvWriter writer(out, names_of(columns), name);
  writer.append(columns);
  writer.commit();
}

}  // namespace phigp
