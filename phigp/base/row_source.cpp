#include "phigp/base/row_source.h"

namespace phigp {

void RowsInMemory::read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const {
  block.X = data_.X.middleRows(first, count);
  block.rows.assign(data_.rows.begin() + first, data_.rows.begin() + first + count);
  block.weights.clear();
  if (!data_.weights.empty()) {
    block.weights.assign(data_.weights.begin() + first, data_.weights.begin() + first + count);
  }
  block.offset.resize(0);
  if (data_.offset.size() > 0) block.offset = data_.offset.segment(first, count);
}

void RowsInMemory::gather(std::span<const Eigen::Index> rows, TrainingSet& block) const {
  const auto count = static_cast<Eigen::Index>(rows.size());
  block.X.resize(count, data_.X.cols());
  block.rows.resize(rows.size());
  block.weights.resize(data_.weights.empty() ? 0 : rows.size());
  block.offset.resize(data_.offset.size() > 0 ? count : 0);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index from = rows[static_cast<std::size_t>(k)];
    const auto to = static_cast<std::size_t>(k);
    block.X.row(k) = data_.X.row(from);
    block.rows[to] = data_.rows[static_cast<std::size_t>(from)];
    if (!block.weights.empty()) block.weights[to] = data_.weights[static_cast<std::size_t>(from)];
    if (block.offset.size() > 0) block.offset[k] = data_.offset[from];
  }
}

}  // namespace phigp
