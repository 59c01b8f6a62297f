// The rows that a score is taken over: those with a target, each with its weight. Rows without one
// are left out and counted. math.md (D.16)
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "phigp/diagnostics/running_score.h"

namespace phigp {

// All rows of the data, or a block of them.
class ScoredRows {
 public:
  // targets: NaN where there is none; infinite ones are refused. weights: none (all 1), or one per
  // row, finite and not negative; a row of weight 0 does not count. Refusals count rows from
  // `first`.
  explicit ScoredRows(std::span<const double> targets, std::span<const double> weights = {},
                      std::size_t first = 0);

  std::size_t total() const { return total_; }
  std::size_t missing() const { return missing_; }  // rows without a target
  std::size_t count() const { return rows_.size(); }
  const std::vector<std::size_t>& rows() const { return rows_; }   // places of those that count
  const std::vector<double>& weights() const { return weights_; }  // of rows(), in that order

  // Adds the number that of_row(i) gives for each row i that counts. NaN is refused.
  template <class OfRow>
  void add_to(RunningScore& score, std::string_view what, const OfRow& of_row) const {
    for (std::size_t k = 0; k < count(); ++k) {
      const double value = of_row(rows_[k]);
      if (std::isnan(value)) refuse(what, rows_[k], value, "must be a number");
      score.add(value, weights_[k]);
    }
  }

  // Throws InvalidInput with the number of row i.
  [[noreturn]] void refuse(std::string_view what, std::size_t i, double value,
                           std::string_view rule) const;
  // Refuses arrays that do not have one number for every row.
  void require_length(std::size_t length, std::string_view what) const;

 private:
  std::size_t first_;
  std::size_t total_;
  std::size_t missing_ = 0;
  std::vector<std::size_t> rows_;
  std::vector<double> weights_;
};

// How many rows went by, block after block.
class RowTally {
 public:
  // The next block, whose rows are numbered on.
  ScoredRows next(std::span<const double> targets, std::span<const double> weights);

  std::size_t total() const { return total_; }
  std::size_t missing() const { return missing_; }
  std::size_t count() const { return count_; }  // that count
  // Whether all that count had something: so many did. Throws InvalidInput if only some of them.
  bool all(std::size_t had, std::string_view something) const;

 private:
  std::size_t total_ = 0;
  std::size_t missing_ = 0;
  std::size_t count_ = 0;
};

}  // namespace phigp
