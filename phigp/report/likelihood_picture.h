// Four views of a likelihood as one SVG figure: the density; its logarithm beside a Gaussian; mean
// and spread of omega as a function of c; the law of omega before and after tilting.
#pragma once

#include <string>
#include <vector>

#include "phigp/report/likelihood_summary.h"
#include "phigp/report/svg.h"

namespace phigp {

// The density and the weight of an observation of it, for pages that show a likelihood beside other
// things.
std::vector<Panel> likelihood_panels(const LikelihoodPtr& likelihood);

// `summary` must be complete() and belong to the likelihood.
std::string likelihood_picture(const LikelihoodPtr& likelihood, const LikelihoodSummary& summary);

}  // namespace phigp
