// Where parameters start when nobody states them.
#pragma once

#include <span>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

// Initial values for what a kernel expression leaves open.
struct InitialScales {
  double variance = 1.0;             // of each term
  double white_share = 0.1;          // of that variance, for white noise
  double lengthscale = 1.0;          // one for all dimensions
  std::vector<double> lengthscales;  // one per dimension; empty: `lengthscale` for each
  double alpha = 1.0;                // of rq
  double period = 1.0;               // of periodic
};

struct InitialLengthscales {
  double shared = 1.0;
  std::vector<double> per_dimension;
};

// Lengthscales at which a typical pair of rows of X is at scaled squared distance 1: the median
// distance, and per dimension the median distance in it times the root of the number of dimensions
// that vary. Equal values are left out of the medians, so that ties and duplicates do not drag them
// to 0; a column that is constant but for rows that are not looked at (a rare category) gives its
// range, a constant column or a single row 1. At most 500 rows are looked at, fewer when
// there are more than 80 columns; which ones depends on the number of rows alone. math.md (G.12)
// weights: none, or one per row; a row of weight 2 counts as two.
InitialLengthscales initial_lengthscales(const Points& X, std::span<const double> weights = {});
// The same where X is a sample of more rows: range of each column over all of them.
InitialLengthscales initial_lengthscales(const Points& X, const Vector& range,
                                         std::span<const double> weights = {});

}  // namespace phigp
