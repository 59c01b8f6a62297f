// The two panels of a likelihood's picture that show omega.
#pragma once

#include "phigp/report/likelihood_summary.h"
#include "phigp/report/svg.h"

namespace phigp {

// Values of c at which phi(c^2) has fallen a little and a lot, rounded to 1, 2 or 5 times a power
// of ten: where tilting starts to matter, and where it dominates.
struct TypicalC {
  double moderate = 1.0;
  double large = 10.0;
};
TypicalC typical_c(const Likelihood& likelihood, const Row& row);

// Mean and standard deviation of omega against c.
Panel weight_panel(const Likelihood& likelihood, const Row& row, const TypicalC& c);
// The law of omega at c = 0 and at both typical values.
Panel law_panel(const LikelihoodPtr& likelihood, const Row& row, const TypicalC& c,
                const std::vector<Atom>& atoms);

}  // namespace phigp
