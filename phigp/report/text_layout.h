// Text for a terminal: wrapping, aligned columns, and colour only when asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace phigp {

struct TextStyle {
  bool colour = false;      // ANSI sequences around headings and verdicts
  std::size_t width = 100;  // columns
};

enum class Emphasis { none, strong, good, doubtful, bad };

// `text` with the sequences for `emphasis`, or unchanged without colour.
std::string emphasised(std::string_view text, Emphasis emphasis, const TextStyle& style);

// Lines of at most `width` columns, broken at spaces; a longer word is cut. Line breaks in the text
// are kept. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// "label        first line\n             second line\n", the label in a column of its own. Text
// that starts with "- " is an item of a list and hangs.
std::string labelled(std::string_view label, std::string_view text, std::size_t label_width,
                     const TextStyle& style, Emphasis emphasis = Emphasis::none);

// Four significant digits: 0.1155, 1e+12, inf.
std::string short_number(double value);

// Four decimals or, where these would show less, four significant digits: 12.3400, 0.01234,
// 1.234e-07.
std::string score_text(double value);

}  // namespace phigp
