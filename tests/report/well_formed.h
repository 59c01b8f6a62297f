// Whether a text is well-formed XML, as far as our own pages go: elements, attributes in double
// quotes, five entities, no comments and no instructions.
#pragma once

#include <string>

namespace phigp::test {

// What is wrong and where; empty if nothing is.
std::string defect_of(const std::string& xml);

// A "nan" or "inf" standing alone outside the style sheet, or an element that holds nothing but the
// sign for one, with some text around it; empty if there is none.
std::string odd_number_in(const std::string& xml);

}  // namespace phigp::test
