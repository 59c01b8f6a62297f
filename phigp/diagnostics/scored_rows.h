// The rows that a score is taken over: those with a target, each with its weight. Rows without one
// are left out and counted. math.md (D.16)
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "phigp/diagnostics/score.h"

namespace phigp {

class ScoredRows {
 public:
  // targets: NaN where there is none; infinite ones are refused. weights: none (all 1), or one per
  // row, finite and not negative; a row of weight 0 does not count. At least one row has to be
  // left.
  explicit ScoredRows(std::span<const double> targets, std::span<const double> weights = {});

  std::size_t total() const { return total_; }
  std::size_t missing() const { return missing_; }  // rows without a target
  std::size_t count() const { return rows_.size(); }
  const std::vector<std::size_t>& rows() const { return rows_; }   // numbers of those that count
  const std::vector<double>& weights() const { return weights_; }  // of rows(), in that order
  double weight_sum() const { return weight_sum_; }
  double effective_count() const;  // (sum w)^2 / sum w^2

  // The weighted mean of one number per row of the data, total() of them, of which those without a
  // target are not looked at. An infinite one makes mean and error infinite; NaN is refused.
  ScoreValue mean(std::span<const double> each, std::string_view what) const;

  // Refuses arrays that do not have one number for every row of the data.
  void require_length(std::size_t length, std::string_view what) const;

 private:
  std::size_t total_;
  std::size_t missing_ = 0;
  std::vector<std::size_t> rows_;
  std::vector<double> weights_;
  double weight_sum_ = 0.0;
};

}  // namespace phigp
