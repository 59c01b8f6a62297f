#include "phigp/io/feature_encoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"

namespace phigp {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::size_t category_of(const FeatureColumn& column, const std::string& text) {
  const auto place = std::find(column.categories.begin(), column.categories.end(), text);
  if (place == column.categories.end()) return kNone;
  return static_cast<std::size_t>(place - column.categories.begin());
}

}  // namespace

FeatureEncoder::FeatureEncoder(const FeatureEncoding& encoding, const Table& table)
    : encoding_(encoding), table_(table), width_(encoding.width()) {
  const std::vector<const Column*> found = encoding.match(table);
  for (std::size_t j = 0; j < found.size(); ++j) {
    Source source;
    source.column = found[j];
    const FeatureColumn& to = encoding.columns()[j];
    if (to.kind == ColumnKind::number && found[j] != nullptr) {
      static_cast<void>(numbers_of(table, *found[j]));
    } else if (found[j] != nullptr) {
      for (const std::string& text : found[j]->values) {
        source.category.push_back(category_of(to, text));
      }
    }
    sources_.push_back(std::move(source));
  }
}

void FeatureEncoder::refuse_missing(std::size_t row, const Column& column) const {
  if (encoding_.impute()) return;
  throw DataError(table_.place(row, column), "",
                  "is missing; give a value or ask for missing cells to be imputed");
}

FeatureEncoder::Counts FeatureEncoder::encode_numbers(std::size_t j, const RowChoice& rows,
                                                      Eigen::Index at, Points& X) const {
  Counts counts;
  const FeatureColumn& to = encoding_.columns()[j];
  const Column* column = sources_[j].column;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double value = column == nullptr ? 0.0 : column->numbers[rows[k]];
    if (std::isnan(value)) {
      refuse_missing(rows[k], *column);
      ++counts.imputed;
      value = to.mean;
    }
    double& x = X(static_cast<Eigen::Index>(k), at);
    x = to.standardisation.apply(value);
    if (std::isfinite(x)) continue;
    const std::string place = column == nullptr ? table_.source() + ", column '" + to.name + "'"
                                                : table_.place(rows[k], *column);
    throw DataError(place, to_text(value),
                    "must lie nearer to the training data: its distance overflows");
  }
  return counts;
}

FeatureEncoder::Counts FeatureEncoder::encode_categories(std::size_t j, const RowChoice& rows,
                                                         Eigen::Index at, Points& X) const {
  Counts counts;
  const FeatureColumn& to = encoding_.columns()[j];
  const Source& source = sources_[j];
  const Column* column = source.column;
  const auto width = static_cast<Eigen::Index>(to.categories.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::size_t found = to.commonest;
    if (column == nullptr) {
      found = category_of(to, "0");
    } else if (column->missing(rows[k])) {
      refuse_missing(rows[k], *column);
      ++counts.imputed;
    } else if (column->kind == ColumnKind::text) {
      found = source.category[static_cast<std::size_t>(column->codes[rows[k]])];
    } else {
      found = category_of(to, column->text(rows[k]));
    }
    const auto i = static_cast<Eigen::Index>(k);
    for (Eigen::Index c = 0; c < width; ++c) X(i, at + c) = 0.0;
    if (found == kNone) {
      ++counts.unseen;
    } else {
      X(i, at + static_cast<Eigen::Index>(found)) = 1.0;
    }
  }
  return counts;
}

void FeatureEncoder::encode(const RowChoice& rows, EncodedFeatures& to) const {
  to.X.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(width_));
  to.unseen.clear();
  to.imputed.clear();
  Eigen::Index at = 0;
  for (std::size_t j = 0; j < sources_.size(); ++j) {
    const FeatureColumn& column = encoding_.columns()[j];
    const Counts counts = column.kind == ColumnKind::text ? encode_categories(j, rows, at, to.X)
                                                          : encode_numbers(j, rows, at, to.X);
    at += static_cast<Eigen::Index>(column.width());
    if (counts.unseen > 0) to.unseen.push_back({column.name, counts.unseen});
    if (counts.imputed > 0) to.imputed.push_back({column.name, counts.imputed});
  }
}

}  // namespace phigp
