// Two methods on the same splits: the difference split by split, because splits differ more from
// each other than methods do. math.md (D.15)
#pragma once

#include <cstddef>
#include <span>

namespace phigp {

struct PairedComparison {
  std::size_t splits = 0;
  double difference = 0.0;        // mean of first - second
  double standard_error = 0.0;    // of that mean
  std::size_t first_smaller = 0;  // in how many splits first < second
  std::size_t ties = 0;

  // By how many standard errors they differ; 0 for equal scores, infinite for a constant
  // difference.
  double z() const;
};

// Scores of the two, one per split, at least 2 splits, all finite. test_to_train = (test rows) /
// (training rows) when the splits are random divisions of one data set, whose training rows overlap
// (a tenth for testing: 1/9); 0 when they share nothing.
PairedComparison compare_paired(std::span<const double> first, std::span<const double> second,
                                double test_to_train = 0.0);

}  // namespace phigp
