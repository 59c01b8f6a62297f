#include "phigp/io/csv_spill.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/table_layout.h"

namespace phigp::detail {

namespace {

template <class Array>
std::string_view bytes_in(const Array& array) {
  return {reinterpret_cast<const char*>(array.data()), array.size() * sizeof(array[0])};
}

}  // namespace

CsvSpill::CsvSpill(const CsvForm& form, const std::string& path)
    : form_(form), path_(path), file_(path) {
  restart();
}

void CsvSpill::restart() {
  file_.clear();
  segments_.clear();
  dictionaries_.assign(form_.names.size(), {});
  infinite_.assign(form_.names.size(), {});
  text_ = form_.text;
  rows_ = 0;
  changed_ = false;
}

std::size_t CsvSpill::bytes_before(std::size_t column) const {
  std::size_t bytes = 0;
  for (std::size_t j = 0; j < column; ++j) bytes += bytes_per_cell(j);
  return bytes;
}

// Pieces come in order, and so the texts of all are numbered by first appearance.
std::vector<std::int32_t> CsvSpill::common_codes(std::size_t column, const Column& cells) {
  Dictionary& all = dictionaries_[column];
  std::vector<std::int32_t> common;
  common.reserve(cells.values.size());
  for (const std::string& value : cells.values) {
    const auto next = static_cast<std::int32_t>(all.values.size());
    const auto [place, is_new] = all.known.emplace(value, next);
    if (is_new) all.values.push_back(value);
    common.push_back(place->second);
  }
  std::vector<std::int32_t> codes = cells.codes.copy();
  for (std::int32_t& code : codes) {
    if (code >= 0) code = common[static_cast<std::size_t>(code)];
  }
  return codes;
}

void CsvSpill::add(CsvPiece& piece) {
  changed_ = piece.found_text(text_) || changed_;
  rows_ += piece.rows;
  if (changed_ || piece.rows == 0) return;
  Segment segment;
  segment.rows = piece.rows;
  segment.cells = file_.size();
  segment.first_line = piece.first_line;
  segment.counts_up = piece.row_numbers.empty();
  for (std::size_t j = 0; j < piece.columns.size(); ++j) {
    CsvColumn& column = piece.columns[j];
    if (infinite_[j].cell.empty() && !column.infinite_cell().empty()) {
      infinite_[j] = {piece.line(column.infinite_row()), column.infinite_cell()};
    }
    const Column cells = column.finish("", piece.rows);
    if (form_.text[j]) {
      file_.append(bytes_in(common_codes(j, cells)));
    } else {
      file_.append(bytes_in(cells.numbers.together()));
    }
  }
  if (!segment.counts_up) {
    segment.row_numbers = file_.size();
    file_.append(bytes_in(piece.row_numbers));
  }
  segments_.push_back(segment);
}

void CsvSpill::check() const {
  if (rows_ == 0) throw DataError(form_.name, "", "has a header but no row of data");
  for (std::size_t j = 0; j < infinite_.size(); ++j) {
    if (!infinite_[j].cell.empty()) refuse_infinite(form_, infinite_[j].line, j, infinite_[j].cell);
  }
}

bool CsvSpill::lines_count_up() const {
  std::size_t next = segments_.front().first_line;
  for (const Segment& segment : segments_) {
    if (!segment.counts_up || segment.first_line != next) return false;
    next += segment.rows;
  }
  return true;
}

void CsvSpill::write(const std::function<void(std::uint64_t)>& on_bytes) {
  TableDescription description;
  description.source = form_.name;
  description.named = form_.dialect.header;
  description.first_row = segments_.front().first_line;
  description.rows = rows_;
  description.row_numbers = !lines_count_up();
  for (std::size_t j = 0; j < form_.names.size(); ++j) {
    dictionaries_[j].known.clear();
    description.columns.push_back({form_.names[j],
                                   form_.text[j] ? ColumnKind::text : ColumnKind::number,
                                   &dictionaries_[j].values});
  }
  std::string buffer;
  std::uint64_t written = 0;
  const auto pass_on = [&](std::uint64_t offset, std::size_t count, TensorWriter& writer) {
    buffer.resize(count);
    file_.read(offset, buffer.data(), count);
    writer.add(buffer);
    written += count;
    on_bytes(written);
  };
  std::vector<std::size_t> lines;
  write_table_file(path_, description, [&](std::size_t j, TensorWriter& writer) {
    for (const Segment& segment : segments_) {
      if (j != kRowNumbers) {
        pass_on(segment.cells + bytes_before(j) * segment.rows, bytes_per_cell(j) * segment.rows,
                writer);
      } else if (!segment.counts_up) {
        pass_on(segment.row_numbers, sizeof(std::size_t) * segment.rows, writer);
      } else {
        lines.resize(segment.rows);
        std::iota(lines.begin(), lines.end(), segment.first_line);
        writer.add(bytes_in(lines));
      }
    }
  });
}

}  // namespace phigp::detail
