// Formulas as typed, such as "exp(-|y-f|/b) / (2*b)", as MathML, which browsers show as
// mathematics.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace phigp {

// The inside of a <math> element. Knows + - * / ^ !, |x|, parentheses, lists in functions, =, Greek
// letters by name and subscripts (v_1). Nothing for text that it cannot read: show it as it is.
std::optional<std::string> mathml(std::string_view formula);

// The same in a <math> element of its own line; unreadable text as code.
std::string displayed_formula(std::string_view formula);
// Within a line.
std::string inline_formula(std::string_view formula);

}  // namespace phigp
