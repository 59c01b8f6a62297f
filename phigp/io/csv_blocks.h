// CSV text cut into blocks that begin and end with a row, so that each can be read on its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "phigp/io/text_source.h"

namespace phigp::detail {

inline constexpr std::size_t kMostRowBytes = std::size_t{1} << 28;

// Where the last whole row of `text` ends; 0 if it has none. `text` begins with a row and goes on
// after its end: a row that reaches the end may not be whole. A row that breaks the rules of quotes
// counts up to the end, for its reader to refuse.
std::size_t last_row_end(std::string_view text, char delimiter);

// The number of whole rows, blank ones included, up to `most`.
std::size_t whole_rows(std::string_view text, char delimiter, std::size_t most);

class CsvBlocks {
 public:
  // From byte `skip` of the source on, in blocks of about `block` bytes, more where a row is
  // longer.
  CsvBlocks(TextSource& source, char delimiter, std::size_t skip, std::size_t block);

  // False at the end. Throws FileError for a row longer than kMostRowBytes, which is an unclosed
  // quote.
  bool next(std::string& block);

 private:
  TextSource& source_;
  char delimiter_;
  std::size_t block_;
  std::string rest_;  // what followed the last whole row
};

}  // namespace phigp::detail
