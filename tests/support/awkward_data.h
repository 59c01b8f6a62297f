// Small tables that break careless code: inputs of an awkward shape, targets of an awkward kind.
#pragma once

#include <string>
#include <vector>

#include "phigp/io/table.h"
#include "phigp/likelihoods/parameter.h"

namespace phigp::test {

struct AwkwardSet {
  std::string name;  // "constant column, outlier at 1e6"
  Domain domain = Domain::real;
  Table table;  // features, the target y and, of successes, the trials n
};

// Every shape of inputs with every kind of target: more than 100 for each of the commoner domains.
std::vector<AwkwardSet> awkward_sets(Domain domain);

// Some of them, every shape and every kind at least once.
std::vector<AwkwardSet> few_awkward_sets(Domain domain);

}  // namespace phigp::test
