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
  location,  // on a line, and the density depends on f - centre only: one row stands for all
  line,      // intercept + slope * y; the slope is 0 for counts with mean s e^f, say
  searched   // looked for row by row
};

struct CentreLine {
  double intercept = 0.0;
  double slope = 0.0;

  double at(const Row& row) const { return slope == 0.0 ? intercept : intercept + slope * row.y; }
  bool is_y() const { return intercept == 0.0 && slope == 1.0; }
};

// The log density as a function of f, for one row; -inf and NaN outside its domain.
double log_density_at(const Formula& density, const Row& row, double f);

// Looks at `hint` first, then at y, then at 0, then for a point of symmetry within 1e6 of 0 or y.
// A Gaussian is symmetric about every point: the one without a tilt is taken. A point about which
// log p is linear counts only where there is no other. Nullopt: there is none.
std::optional<Decomposition> decompose(const Formula& density, const Row& row,
                                       std::optional<double> hint = std::nullopt);

// An r at which log phi is neither lost in rounding nor beyond all scale.
double informative_radius(const Formula& density, const Row& row, const Decomposition& at);

// The line through the centres of two rows that differ in y; nullopt when one of them has none.
std::optional<CentreLine> centre_line(const Formula& density, const Row& a, const Row& b);

// The tilt about a centre that is known to be one.
double tilt_about(const Formula& density, const Row& row, double centre);

// The same, with the derivative of centre and tilt in parameter k. That of the centre is
// `centre_slope` where it is known, otherwise found by differentiating the condition of symmetry.
struct DecompositionSlope {
  Dual centre;
  Dual tilt;
};
DecompositionSlope decomposition_slope(const Formula& density, const Row& row,
                                       const Decomposition& at, std::size_t k,
                                       std::optional<double> centre_slope = std::nullopt);

}  // namespace phigp
