// A Laplace transform is analytic to the right of 0, so its Taylor series at r has to reproduce it,
// on the real line and off it. Formulas with a kink (Huber, max, |1 - r|) fail here; and where the
// series, the real and the complex values differ a little, the difference measures how exact the
// complex values are. math.md (P.4)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phigp/augmentation/derivative_signs.h"

namespace phigp {

struct Analyticity {
  std::optional<std::string> failure;
  struct Mismatch {
    double r = 0.0;
    double relative = 0.0;  // of the complex values around r, against the series
  };
  std::vector<Mismatch> mismatches;

  // The largest mismatch within a factor of three of r.
  double mismatch_near(double r) const;
};
Analyticity check_analyticity(const Radial& radial, const Row& row,
                              const std::vector<ExpansionAt>& expansions);

}  // namespace phigp
