// A model, and how it does on a table of known targets, as one HTML page that needs nothing else:
// no script, no network, pictures inside. It is well-formed XML.
#pragma once

#include <string>

#include "phigp/model/fitted_model.h"
#include "phigp/model/test_results.h"

namespace phigp {

// `name`: of the model file, for the foot of the page. `test` may be null.
std::string report_page(const FittedModel& model, const std::string& name, const TestResults* test);

}  // namespace phigp
