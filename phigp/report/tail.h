// How a likelihood falls far from its centre. -log phi(c^2) grows like a power of c, like log c, or
// stays bounded; which one is read off the first two cumulants of omega at large c, and the tilt g
// is added. math.md (R.1)
#pragma once

#include <string>

#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// The law that log p follows on one side, u being the distance from the centre.
struct TailSide {
  enum class Kind {
    power_of_distance,  // log p ~ -coefficient * u^exponent; exponent 1: exponential, 2: Gaussian
    power_law,          // log p ~ -coefficient * log u: p falls like u^-coefficient
    slower,             // p falls, but more slowly than any power of u
    constant,           // p tends to a positive limit
    rises               // p grows without bound: coefficient is negative
  };
  Kind kind = Kind::constant;
  double coefficient = 0.0;
  double exponent = 0.0;  // of power_of_distance; 0 otherwise
  double limit = 0.0;     // of p; only for `constant`
  bool settled = true;    // false: the numbers still change at the largest c looked at
};

struct TailBehaviour {
  TailSide below;  // f -> -infinity; for a location family y - f -> +infinity
  TailSide above;  // f -> +infinity; for a location family y - f -> -infinity
  bool symmetric() const;
};

TailBehaviour tail_behaviour(const Likelihood& likelihood, const Row& row = {});

// "gaussian", "exponential", "stretched exponential", "between exponential and gaussian",
// "power law", "slower than any power", "constant", "rises"; what JSON and pictures call it.
std::string tail_name(const TailSide& side);

// "log p falls like -1.155 * |y-f|: exponential". `distance` names u, "|y-f|" or "|f|".
std::string tail_text(const TailSide& side, const std::string& distance);

}  // namespace phigp
