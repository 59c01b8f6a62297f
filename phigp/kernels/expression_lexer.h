// The text of a kernel expression as tokens, and messages that point at a place in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace phigp::detail {

struct KernelToken {
  enum class Kind : std::uint8_t { number, name, quoted, sign, end };
  Kind kind = Kind::end;
  std::size_t position = 0;  // of its first byte
  std::string_view text;     // without quotes
  double number = 0.0;

  bool is(char sign) const { return kind == Kind::sign && text.front() == sign; }
};

// Ends with one token of kind end. Throws InvalidInput for a character that no expression has, and
// for text that is too long.
std::vector<KernelToken> kernel_tokens(std::string_view text);

// Throws InvalidInput: `complaint`, then the text around `position` with a caret below it.
[[noreturn]] void fail_in_kernel(std::string_view text, std::size_t position,
                                 const std::string& value, const std::string& complaint);

}  // namespace phigp::detail
