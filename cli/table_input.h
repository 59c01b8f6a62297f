// Reading the tables that commands are given.
#pragma once

#include <string>
#include <vector>

#include "phigp/io/read_table.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

// `-` is standard input.
Table read_input(const std::string& path, const TableOptions& options = {});

// Columns that the model knows as text stay text, whatever the cells look like.
Table read_input_for(const FittedModel& model, const std::string& path);

}  // namespace phigp
