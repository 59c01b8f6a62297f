#include "phigp/io/csv_blocks.h"

#include <cstring>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/csv_cells.h"

namespace phigp::detail {

namespace {

enum class RowState { whole, cut_off, defective };

// Over one row. A quote, or a \r, that is the last byte may be half of two.
RowState skip_row(const char*& at, const char* end, char delimiter) {
  for (;;) {
    const CsvCell cell = next_cell(at, end, delimiter);
    if (at == end) return RowState::cut_off;
    if (cell.defect != nullptr) return RowState::defective;
    if (is_line_end(*at)) break;
    if (skip_delimiter(at, end, delimiter)) continue;
    if (at == end) return RowState::cut_off;
    break;
  }
  if (*at == '\r' && at + 1 == end) return RowState::cut_off;
  skip_line_end(at, end);
  return RowState::whole;
}

// Without quotes every line is a row.
std::size_t last_line_end(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '\n') return i + 1;
    if (text[i] == '\r' && i + 1 < text.size()) return i + 1;
  }
  return 0;
}

}  // namespace

std::size_t last_row_end(std::string_view text, char delimiter) {
  if (text.empty() || std::memchr(text.data(), '"', text.size()) == nullptr) {
    return last_line_end(text);
  }
  const char* at = text.data();
  const char* end = at + text.size();
  std::size_t last = 0;
  for (;;) {
    const RowState state = skip_row(at, end, delimiter);
    if (state == RowState::defective) return text.size();
    if (state == RowState::cut_off) return last;
    last = static_cast<std::size_t>(at - text.data());
  }
}

std::size_t whole_rows(std::string_view text, char delimiter, std::size_t most) {
  const char* at = text.data();
  const char* end = at + text.size();
  std::size_t rows = 0;
  while (rows < most && skip_row(at, end, delimiter) == RowState::whole) ++rows;
  return rows;
}

CsvBlocks::CsvBlocks(TextSource& source, char delimiter, std::size_t skip, std::size_t block)
    : source_(source), delimiter_(delimiter), block_(block) {
  source_.restart();
  std::string skipped;
  source_.read(skip, skipped);
}

bool CsvBlocks::next(std::string& block) {
  block = std::move(rest_);
  rest_.clear();
  std::size_t more = block_;
  while (!source_.at_end()) {
    source_.read(more, block);
    if (source_.at_end()) break;
    const std::size_t end = last_row_end(block, delimiter_);
    if (end > 0) {
      rest_.assign(block, end);
      block.resize(end);
      return true;
    }
    if (block.size() > kMostRowBytes) {
      throw FileError("row of a table", std::to_string(block.size()) + " bytes",
                      "must be shorter; is there a quote that is never closed?");
    }
    more = block.size();  // the work of looking again stays in proportion
  }
  return !block.empty();
}

}  // namespace phigp::detail
