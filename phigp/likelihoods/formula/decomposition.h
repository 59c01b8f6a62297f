// Taking a density apart: log p(y|f) = log C + g f + log phi((f - centre)^2) for one y. In the
// family, log p minus its tilt is symmetric about the centre; this file finds the centre and the
// tilt, or says that there is none. math.md (F.10)
#pragma once

#include <optional>

#include "phigp/likelihoods/formula/formula.h"

namespace phigp {

struct Decomposition {
  double centre = 0.0;
  double tilt = 0.0;  // g
};

// How the centre follows from the row, once some rows have been taken apart.
enum class CentreRule {
  location,  // y, and the density depends on y - f only: one row stands for all
  at_y,      // y
  constant,  // the same for every row
  searched   // looked for row by row
};

// The log density as a function of f, for one row; -inf and NaN outside its domain.
double log_density_at(const Formula& density, const Row& row, double f);

// Looks at `hint` first, then at y, then at 0, then for a point of symmetry between -1e3 and 1e3.
// Nullopt: there is none.
std::optional<Decomposition> decompose(const Formula& density, const Row& row,
                                       std::optional<double> hint = std::nullopt);

// The tilt about a centre that is known to be one.
double tilt_about(const Formula& density, const Row& row, double centre);

// The same, with the derivative of centre and tilt in parameter k, by differentiating the condition
// of symmetry.
struct DecompositionSlope {
  Dual centre;
  Dual tilt;
};
DecompositionSlope decomposition_slope(const Formula& density, const Row& row,
                                       const Decomposition& at, std::size_t k, bool centre_is_y);

}  // namespace phigp
