// A model and its scores, for people and for programs.
#pragma once

#include <string>

#include "phigp/model/evaluate.h"
#include "phigp/model/fitted_model.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string model_text(const FittedModel& model, const TextStyle& style);
std::string model_json(const FittedModel& model);

std::string evaluation_text(const Evaluation& evaluation, const TextStyle& style);
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace phigp
