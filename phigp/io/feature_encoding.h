// From the columns of a table to the points that a kernel sees, learned from the training table and
// then applied to any other. Numbers are standardised; each text column becomes one 0/1 feature per
// category. What was learned is plain data that a model file keeps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/io/counted_rows.h"
#include "phigp/io/standardisation.h"
#include "phigp/io/table.h"

namespace phigp {

struct FeatureOptions {
  std::vector<std::string> columns;  // empty: all but those of `exclude`
  std::vector<std::string> exclude;  // target, weights, offset, trials
  bool impute = false;  // missing cells: refuse, or take the training mean or commonest category
  bool standardise = true;  // off: numbers pass as they are
  CountedRows counted;      // the rows to learn from
};

// What became of one column.
struct FeatureColumn {
  std::string name;
  std::size_t position = 0;  // in the training file, from 0
  ColumnKind kind = ColumnKind::number;
  Standardisation standardisation;      // numbers
  double mean = 0.0;                    // numbers: stands in for a missing cell
  std::vector<std::string> categories;  // text: one feature each, by first appearance
  std::size_t commonest = 0;            // text: stands in for a missing cell
  bool constant = false;                // the training table has one value only

  std::size_t width() const { return kind == ColumnKind::text ? categories.size() : 1; }
  bool operator==(const FeatureColumn&) const = default;
};

struct CellCount {
  std::string column;
  std::size_t cells = 0;
};

struct EncodedFeatures {
  Points X;                        // rows x width()
  std::vector<CellCount> unseen;   // cells with a category that training did not have: all zeros
  std::vector<CellCount> imputed;  // cells that were missing
};

class FeatureEncoding {
 public:
  static constexpr std::size_t kMostCategories = 256;

  // Throws InvalidInput for no column at all, unknown or repeated names, missing cells (unless
  // impute), a column without a single value, and text with more than kMostCategories categories or
  // a different one in every row (of more than two), which is a name and no feature.
  static FeatureEncoding learn(const Table& table, const FeatureOptions& options = {});

  // Columns are found by name. Where one of the files states no names, by position: the table then
  // has as many columns as the training file, or exactly the features in their order. Throws
  // InvalidInput for missing columns, text where numbers were, and missing cells (unless impute).
  EncodedFeatures encode(const Table& table) const;
  // Rows first, …, first + count − 1 only, for work in pieces; see also FeatureEncoder.
  EncodedFeatures encode(const Table& table, std::size_t first, std::size_t count) const;

  std::size_t width() const;  // number of features, categories counted
  // "age", "sex=male", "sex=female"
  std::vector<std::string> feature_names() const;
  const std::vector<FeatureColumn>& columns() const { return columns_; }
  bool impute() const { return impute_; }
  bool named() const { return named_; }  // the training file stated names
  // For TableOptions::text_columns, so that categories that look like numbers keep their spelling.
  std::vector<std::string> text_columns() const;
  std::vector<std::string> constant_columns() const;

  // Exact: from_json(to_json()) is the same encoding, bit for bit. from_json throws InvalidInput.
  std::string to_json() const;
  static FeatureEncoding from_json(std::string_view text);

  bool operator==(const FeatureEncoding&) const = default;

  // The column of the table behind each feature column; nullptr stands for a column of zeros that a
  // sparse file left out. Throws InvalidInput.
  std::vector<const Column*> match(const Table& table) const;

 private:
  std::vector<FeatureColumn> columns_;
  bool named_ = true;             // the training file stated names
  std::size_t file_columns_ = 0;  // how many it had
  bool impute_ = false;
};

}  // namespace phigp
