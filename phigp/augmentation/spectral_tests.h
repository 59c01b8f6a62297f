// On the vertical line r = a + ib, phi(a + ib)/phi(a) is the characteristic function of the law
// tilted by a. Smoothed by a positive window and summed over equidistant b it gives the tilted mass
// around each omega, on a circle: a sum that has no discretisation error, so that for admissible
// phi it is never negative, whatever the step. math.md (P.5)
#pragma once

#include <optional>
#include <string>

#include "phigp/augmentation/analyticity.h"
#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/radial_scan.h"

namespace phigp {

// The reason why phi is refuted, or nothing. `analyticity` tells how exact the complex values are.
std::optional<std::string> negative_mass(const Radial& radial, const Row& row,
                                         const RadialScan& scan, const Analyticity& analyticity);

}  // namespace phigp
