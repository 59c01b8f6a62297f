// Rows that arrive block by block: from memory, or from a file that is larger than memory. What
// reads them never asks for all at once.
#pragma once

#include <span>

#include "phigp/base/training_set.h"

namespace phigp {

class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual Eigen::Index size() const = 0;    // rows
  virtual Eigen::Index inputs() const = 0;  // columns of X
  // Rows first, …, first + count - 1 into `block`, whose memory is used again. Safe to call from
  // several threads.
  virtual void read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const = 0;
  // These rows, in this order. Likewise.
  virtual void gather(std::span<const Eigen::Index> rows, TrainingSet& block) const = 0;
};

// Rows in memory, which the source refers to and does not own.
class RowsInMemory final : public RowSource {
 public:
  explicit RowsInMemory(const TrainingSet& data) : data_(data) {}

  Eigen::Index size() const override { return data_.X.rows(); }
  Eigen::Index inputs() const override { return data_.X.cols(); }
  void read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const override;
  void gather(std::span<const Eigen::Index> rows, TrainingSet& block) const override;

 private:
  const TrainingSet& data_;
};

}  // namespace phigp
