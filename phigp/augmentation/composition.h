// New phi from old ones. Each operation keeps proofs, parameters (concatenated in the order given)
// and samplers: a mixture draws a component, a product adds independent draws. math.md (C.1)-(C.6)
#pragma once

#include <span>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

struct WeightedRadial {
  double weight;
  RadialPtr radial;
};

// sum_k w_k phi_k, weights positive, normalised to sum to one.
RadialPtr mixture(std::vector<WeightedRadial> components);
// prod_k phi_k: omega is a sum of independent variables.
RadialPtr product(std::vector<RadialPtr> factors);
// phi(a r): omega is multiplied by a > 0.
RadialPtr scaled(RadialPtr radial, double a);
// phi(r + a) / phi(a): the law tilted once and for all, a > 0.
RadialPtr shifted(RadialPtr radial, double a);
// exp(rate (phi - 1)): a Poisson number of draws added up; omega = 0 has probability exp(-rate).
RadialPtr compound_poisson(RadialPtr radial, double rate);

}  // namespace phigp
