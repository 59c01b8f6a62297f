// What can be compared, by name: our Gibbs sampler in its forms, the baseline samplers, and
// Gaussian approximations.
#pragma once

#include <string>
#include <vector>

namespace phigp {

struct ComparedMethod {
  std::string name;
  std::string meaning;
  bool samples = true;  // false: an approximation, or an estimate of the evidence
};

const std::vector<ComparedMethod>& compared_methods();

// Names as typed, `all`, `samplers` and `approximations` replaced by what they stand for, each
// once. Throws InvalidInput for one that is unknown, with the nearest, and for an empty list.
std::vector<ComparedMethod> find_methods(const std::vector<std::string>& names);

}  // namespace phigp
