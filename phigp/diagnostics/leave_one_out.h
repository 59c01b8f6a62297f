// How well a model predicts each observation from the others, without fitting it again: Pareto
// smoothed importance sampling of the posterior draws (Vehtari, Gelman and Gabry 2017). Numbers
// equal to ArviZ's. math.md (D.11, D.12, D.13)
#pragma once

#include <span>
#include <string>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

struct LeaveOneOut {
  double log_density = 0.0;           // elpd: the sum over rows; larger is better
  double standard_error = 0.0;        // over rows; infinity for one row or if the sum is infinite
  double effective_parameters = 0.0;  // p_loo
  Eigen::Index rows = 0;              // that count
  Eigen::Index missing = 0;           // columns of NaN: rows without a target
  Eigen::Index impossible = 0;   // rows to which some draw gives density 0: their log density is
                                 // -infinity
  double shape_threshold = 0.7;  // above it an estimate is not to be trusted
  Eigen::Index above_threshold = 0;
  Vector log_density_rows;  // n; NaN where missing
  Vector pareto_shape;      // n; NaN where missing, +infinity if no tail could be fitted
  std::vector<std::string> warnings;
};

// log_density: draws x n, log p(y_i | f_i^(s)), all chains one below the other; at least 2 draws. A
// column that is NaN throughout is a row without a target. NaN elsewhere and +infinity are refused.
// relative_efficiency: effective size / draws, one number, one per row, or none for independent
// draws.
// A row whose log density is the same in every draw has ideal weights and shape 0 (ArviZ: infinity,
// a false alarm).
LeaveOneOut leave_one_out(const Eigen::Ref<const Matrix>& log_density,
                          std::span<const double> relative_efficiency = {});

// Per row, the effective size of the mean of p(y_i | f_i) over the number of draws, for use above.
// 1 where that is undefined. log_density as above, its rows being `chains` blocks of equal length.
Vector relative_efficiency(const Eigen::Ref<const Matrix>& log_density, int chains);

}  // namespace phigp
