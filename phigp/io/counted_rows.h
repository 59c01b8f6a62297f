// Which rows of a table count when something is learned from it, and how often: those that have a
// target and a weight above 0. A filter instead of a copy, since the table may not fit into memory.
#pragma once

#include <span>

#include "phigp/io/table.h"

namespace phigp {

class CountedRows {
 public:
  CountedRows() = default;  // every row, once
  // Rows in which `present` is not missing, by their weights: none, or one per row of the table,
  // not negative. Refers to both.
  explicit CountedRows(const Column* present, std::span<const double> weights = {})
      : present_(present), weights_(weights) {}

  // 0 for a row that does not count.
  double weight(std::size_t row) const {
    if (present_ != nullptr && present_->missing(row)) return 0.0;
    return weights_.empty() ? 1.0 : weights_[row];
  }
  bool counts(std::size_t row) const { return weight(row) > 0.0; }
  std::span<const double> weights() const { return weights_; }

 private:
  const Column* present_ = nullptr;
  std::span<const double> weights_;
};

}  // namespace phigp
