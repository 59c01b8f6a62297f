// Text to tokens, and the message that points at a place in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace phigp {

struct Token {
  enum class Kind : std::uint8_t { number, name, sign, end };
  Kind kind = Kind::end;
  std::size_t position = 0;  // of its first byte in the text
  std::string_view text;     // into the formula
  double number = 0.0;

  bool is(char sign) const { return kind == Kind::sign && text.front() == sign; }
};

// Ends with one Token of kind end. Throws InvalidInput for a character that no formula has, and for
// text that is too long.
std::vector<Token> tokens_of_formula(std::string_view text);

// Throws InvalidInput: `complaint`, then the formula (a piece of it when it is long) with a caret
// at `position`.
[[noreturn]] void fail_at(std::string_view text, std::size_t position,
                          const std::string& complaint);

}  // namespace phigp
