// A score while rows stream by: the weighted mean of one number per row and its standard error,
// without keeping the numbers. math.md (D.16)
#pragma once

#include <cstddef>

#include "phigp/diagnostics/score.h"

namespace phigp {

class RunningScore {
 public:
  // A finite or infinite number, with a weight that is finite and above 0.
  void add(double value, double weight);
  // As if the rows of the other had been added here.
  void merge(const RunningScore& other);
  RunningScore negated() const;  // of the numbers with their signs changed

  std::size_t count() const { return count_; }
  double weight_sum() const { return weight_sum_; }
  double effective_count() const;  // (sum w)^2 / sum w^2
  // Throws InvalidInput without a row. An infinite number makes mean and error infinite.
  ScoreValue value() const;

 private:
  std::size_t count_ = 0;
  double weight_sum_ = 0.0;
  double sum_ = 0.0;
  // The error weighs by the squares of weights. About a mean that is weighted likewise their
  // squares can be added up in one pass, and do not cancel however far from 0 the numbers are.
  double squared_weights_ = 0.0;
  double centre_ = 0.0;
  double squares_ = 0.0;
};

// Throws InvalidInput where no row is scored.
void require_scored(std::size_t count);

}  // namespace phigp
