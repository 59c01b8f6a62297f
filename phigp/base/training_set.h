// The rows that a model is fitted to.
#pragma once

#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/base/row.h"

namespace phigp {

struct TrainingSet {
  Points X;                     // n x d
  std::vector<Row> rows;        // n
  std::vector<double> weights;  // n, or none: every row counts once
  Vector offset;                // n, or none: a known part of f (log exposure and the like)

  Eigen::Index size() const { return X.rows(); }
};

// As many rows as they count for.
double total_weight(const TrainingSet& data);
// As if every row stood there `times` as often.
void scale_weights(TrainingSet& data, double times);

// Throws InvalidInput, naming row and column, for sizes that do not match and values that are not
// finite.
void check(const TrainingSet& data);

}  // namespace phigp
