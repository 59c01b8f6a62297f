// A cross-validation for people and for programs.
#pragma once

#include <string>

#include "phigp/model/cross_validation.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string cross_validation_text(const CrossValidation& result, const TextStyle& style);
std::string cross_validation_json(const CrossValidation& result);

// "fold 3 of repeat 1: …" for every fold that failed; empty when none did.
std::string failures_text(const CrossValidation& result);

}  // namespace phigp
