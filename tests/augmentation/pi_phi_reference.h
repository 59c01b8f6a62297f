// The 70-digit references of tests/reference/pi_phi, and the phi that each file belongs to.
#pragma once

#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp::test {

struct ReferencePoint {
  double c2;
  double x;
  double cdf;
  double complement;
  double pdf;
  double error;  // of the reference itself
};

struct ReferenceLaw {
  std::string name;
  RadialPtr radial;
  std::vector<ReferencePoint> points;
};

std::vector<ReferenceLaw> common_reference_laws();  // eleven phi, c2 from 0 to 1e8
std::vector<ReferenceLaw>
hard_reference_laws();  // c2 up to 1e16, narrow, shifted, with an atom, slowly varying

// 1 / (1 + log(1 + r)): half of the mass of omega lies below any power of the scale.
RadialPtr slowly_varying_radial();

}  // namespace phigp::test
