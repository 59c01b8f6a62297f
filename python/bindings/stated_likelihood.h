// A likelihood as the package states it: text, or a Python function for phi.
#pragma once

#include "phigp/model/likelihood_spec.h"

namespace phigp {

struct StatedLikelihood {
  LikelihoodSpec spec;

  LikelihoodPtr make() const { return make_likelihood(spec); }
};

}  // namespace phigp
