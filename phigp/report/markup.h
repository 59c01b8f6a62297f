// Text that goes into XML, SVG or HTML, whatever it holds.
#pragma once

#include <string>
#include <string_view>

namespace phigp {

// As XML wants it, in content and in quoted attributes; what XML cannot hold becomes a question
// mark, control characters a space.
std::string escaped(std::string_view text);

// Letters, not bytes, of UTF-8.
std::size_t letters(std::string_view text);

// At most that many letters, the last one an ellipsis where some were left out.
std::string shortened(std::string_view text, std::size_t most);

// For people: four significant digits, all those before the point below 1e7, "∞", and "–" for what
// is not a number. Never "nan" or "inf".
std::string shown_number(double value);
// With more digits where it takes them to tell values apart that differ by `step`.
std::string shown_number(double value, double step);
// A whole number with thin spaces between thousands.
std::string shown_count(double value);
// "1.25 s", from two minutes on "2 min 5 s".
std::string shown_seconds(double seconds);

}  // namespace phigp
