// A likelihood from phi as a function of the calling program, with a link: what custom.h does for a
// formula. Nothing is known of its structure, so that nothing is proven and no file can keep it.
// math.md (F.8), (T.2)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "phigp/augmentation/analytic_radial.h"
#include "phigp/likelihoods/custom.h"

namespace phigp {

struct PhiFunction {
  AnalyticFunction function;
  // Its parameters, in the order of the call; all positive.
  std::vector<std::pair<std::string, double>> parameters;
  Link link = Link::regression;
  std::optional<double> scale;  // an extra parameter "scale" (regression) or "k" (classification)
};

// Throws InvalidInput where the function is not analytic or not complex-capable, InadmissiblePhi
// where it is no Laplace transform of a probability law, NotNormalised.
LikelihoodPtr likelihood_from_function(const PhiFunction& stated);

}  // namespace phigp
