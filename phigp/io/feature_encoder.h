// A FeatureEncoding at work on one table, block by block: columns are matched and categories looked
// up once, and then any rows can be encoded, by several threads at a time.
#pragma once

#include "phigp/io/feature_encoding.h"
#include "phigp/io/row_choice.h"

namespace phigp {

class FeatureEncoder {
 public:
  // Refers to both. Throws InvalidInput for a table that lacks columns or has text where numbers
  // were.
  FeatureEncoder(const FeatureEncoding& encoding, const Table& table);

  std::size_t width() const { return width_; }
  // The rows, in this order, into `to`, whose memory is used again. Throws InvalidInput for missing
  // cells (unless the encoding imputes) and for numbers too far out.
  void encode(const RowChoice& rows, EncodedFeatures& to) const;

 private:
  // Zeros where a sparse file left the column out.
  struct Source {
    const Column* column = nullptr;
    std::vector<std::size_t> category;  // of each code of a text column
  };
  struct Counts {
    std::size_t unseen = 0;
    std::size_t imputed = 0;
  };

  void refuse_missing(std::size_t row, const Column& column) const;
  Counts encode_numbers(std::size_t j, const RowChoice& rows, Eigen::Index at, Points& X) const;
  Counts encode_categories(std::size_t j, const RowChoice& rows, Eigen::Index at, Points& X) const;

  const FeatureEncoding& encoding_;
  const Table& table_;
  std::vector<Source> sources_;  // one per column of the encoding
  std::size_t width_ = 0;
};

}  // namespace phigp
