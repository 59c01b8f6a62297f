// Model files: safetensors layout, self-contained for prediction, written whole or not at all.
// docs/files.md
#pragma once

#include <string>

#include "phigp/model/fitted_model.h"

namespace phigp {

void save_model(const std::string& path, const FittedModel& model);

// Throws FileError for a file that is damaged, foreign or newer than this program.
FittedModel load_model(const std::string& path);

}  // namespace phigp
