// The rows of a table that have a target, encoded as they are asked for: the table may be a mapped
// file larger than memory, and what is held at a time is a block.
#pragma once

#include "phigp/base/row_source.h"
#include "phigp/model/row_encoder.h"

namespace phigp {

class TableRows final : public RowSource {
 public:
  // Refers to both. Throws InvalidInput for a table that does not fit the encoding or has no row
  // with a target.
  TableRows(const Table& table, const DataEncoding& encoding);

  Eigen::Index size() const override;
  Eigen::Index inputs() const override;
  // Throw InvalidInput, with row and column in the file, for cells outside their domain.
  void read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const override;
  void gather(std::span<const Eigen::Index> rows, TrainingSet& block) const override;

  std::size_t missing_targets() const { return missing_.size(); }
  // Where row k came from.
  std::size_t table_row(Eigen::Index k) const;
  // Cells that are missing in rows that have a target, by column. Reads every column once.
  std::vector<CellCount> imputed() const;

 private:
  void encode(const RowChoice& rows, TrainingSet& block) const;

  const Table& table_;
  const DataEncoding& encoding_;
  InputEncoder inputs_;
  TargetEncoder target_;
  const Column* weights_ = nullptr;
  std::vector<std::size_t> missing_;  // rows of the table without a target: none as a rule
};

}  // namespace phigp
