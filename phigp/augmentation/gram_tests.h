// Schoenberg: phi is admissible if and only if the matrices [phi(x_i + x_j)] and [phi(x_i + x_j) -
// phi(x_i + x_j + d)] have no negative eigenvalue. These need real values only. math.md (P.6)
#pragma once

#include <optional>
#include <string>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/radial_scan.h"

namespace phigp {

std::optional<std::string> negative_gram(const Radial& radial, const Row& row,
                                         const RadialScan& scan);

}  // namespace phigp
