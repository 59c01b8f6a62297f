#include "phigp/base/caret.h"

#include <algorithm>

namespace phigp {

namespace {

constexpr std::size_t kBefore = 50;
constexpr std::size_t kAfter = 30;

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string with_caret(std::string_view text, std::size_t position) {
  std::size_t start = position > kBefore ? position - kBefore : 0;
  while (start < position && is_continuation_byte(text[start])) ++start;
  std::size_t end = std::min(text.size(), position + kAfter);
  while (end < text.size() && is_continuation_byte(text[end])) ++end;
  std::string shown = start > 0 ? "..." : "";
  std::size_t column = shown.size();
  for (std::size_t i = start; i < end; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    shown += byte < 0x20 || byte == 0x7F ? ' ' : text[i];
    if (i < position && !is_continuation_byte(text[i])) ++column;
  }
  if (end < text.size()) shown += "...";
  return "\n  " + shown + "\n  " + std::string(column, ' ') + "^";
}

}  // namespace phigp
