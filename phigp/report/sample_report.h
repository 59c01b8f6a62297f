// Posterior draws, for people and for programs.
#pragma once

#include <string>

#include "phigp/model/sample.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string sample_text(const SampleResult& result, const TextStyle& style);
std::string sample_json(const SampleResult& result);

}  // namespace phigp
