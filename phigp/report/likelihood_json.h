// A LikelihoodSummary for programs: one JSON object whose field names are kept (docs/cli.md).
// Numbers that JSON lacks are the strings "inf", "-inf" and "nan".
#pragma once

#include <string>

#include "phigp/report/likelihood_summary.h"

namespace phigp {

std::string likelihood_json(const LikelihoodSummary& summary);

}  // namespace phigp
