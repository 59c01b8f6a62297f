// What it means that learning left parameters as far out as they may go.
#pragma once

#include <string>
#include <vector>

#include "phigp/model/fitted_model.h"

namespace phigp {

// One sentence for each kind of parameter and each end of its range: "rbf.variance: as small as
// learning goes: its term is switched off". Text; none if no parameter is at a limit.
std::vector<std::string> limit_notes(const FittedModel& model);

}  // namespace phigp
