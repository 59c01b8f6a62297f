// A comparison of methods for people and for programs.
#pragma once

#include <string>

#include "phigp/compare/compare.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string comparison_text(const Comparison& comparison, const TextStyle& style);
std::string comparison_json(const Comparison& comparison);

}  // namespace phigp
