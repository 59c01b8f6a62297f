// A DataEncoding at work on one table, block by block: what depends on the table alone is settled
// once, and then any rows can be encoded, by several threads at a time. Only the rows asked for are
// looked at. Both classes refer to the table and the encoding.
#pragma once

#include <optional>

#include "phigp/io/feature_encoder.h"
#include "phigp/io/row_choice.h"
#include "phigp/model/encoded_data.h"

namespace phigp {

class InputEncoder {
 public:
  // Throws InvalidInput for a table that lacks columns of the encoding.
  InputEncoder(const Table& table, const DataEncoding& encoding);

  std::size_t width() const { return features_.width(); }
  // Into `to`, whose memory is used again. Throws InvalidInput with row and column for a cell that
  // cannot be used.
  void encode(const RowChoice& rows, EncodedInputs& to) const;

 private:
  const Table& table_;
  FeatureEncoder features_;
  const Column* offset_ = nullptr;
  const Column* trials_ = nullptr;
  double offset_unit_ = 1.0;
};

class TargetEncoder {
 public:
  // Throws InvalidInput for a table without the column or with text in place of numbers.
  TargetEncoder(const Table& table, const DataEncoding& encoding);

  bool missing(std::size_t row) const { return column_.missing(row); }
  // As the model sees it; NaN where missing. Throws InvalidInput for a label that is neither.
  double at(std::size_t row) const;
  // Of a row that has a target. Throws InvalidInput with the row for one outside the domain.
  Row checked(std::size_t row, double trials) const;

 private:
  const Table& table_;
  const DataEncoding& encoding_;
  const Column& column_;
  std::optional<LabelEncoder> labels_;
};

// Throws InvalidInput with the row for a weight that is missing or negative. The column is one of
// numbers.
double weight_at(const Table& table, const Column& weights, std::size_t row);

}  // namespace phigp
