// A comparison of methods for people and for programs.
#pragma once

#include <string>

#include "phigp/compare/compare.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string comparison_text(const Comparison& comparison, const TextStyle& style);
// `rows`: with posterior mean and sd of every row, and their errors, of each sampler.
std::string comparison_json(const Comparison& comparison, bool rows = false);

}  // namespace phigp
