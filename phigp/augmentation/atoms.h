// Single values of omega that have positive probability. math.md (P.7)
#pragma once

#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/radial_scan.h"

namespace phigp {

// The atom at 0, and the largest eight others; heaviest first. Laws whose characteristic function
// dies out only logarithmically are not mistaken for atoms; an atom below 1e-4 is not looked for.
std::vector<Atom> find_atoms(const Radial& radial, const Row& row, const RadialScan& scan);

}  // namespace phigp
