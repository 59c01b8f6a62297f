// The likelihoods that have a name. An explicit table: a new entry is one struct and one line, and
// the contracts in tests/ find it by itself.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// Names in the order of the table.
std::vector<std::string> likelihood_names();

// The likelihood with its default parameter values, some of them replaced. Throws InvalidInput for
// an unknown name or parameter (naming the nearest known one) and for a value out of range.
LikelihoodPtr make_likelihood(const std::string& name,
                              const std::map<std::string, double>& parameters = {});

}  // namespace phigp
