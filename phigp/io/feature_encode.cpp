// Applying a FeatureEncoding to a table (encode and match of feature_encoding.h).
#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/feature_encoder.h"

namespace phigp {

std::vector<const Column*> FeatureEncoding::match(const Table& table) const {
  std::vector<const Column*> found;
  const std::size_t given = table.columns().size();
  if (named_ && table.named()) {
    std::string absent;
    for (const FeatureColumn& column : columns_) {
      found.push_back(table.find(column.name));
      if (found.back() != nullptr || table.absent_is_zero()) continue;
      absent += (absent.empty() ? "'" : ", '") + column.name + "'";
    }
    require_data(absent.empty(), table.source(), absent + " missing",
                 "must have the columns that the model was trained on");
    return found;
  }
  require_data(given == file_columns_ || given == columns_.size(), table.source(),
               std::to_string(given),
               "must have as many columns as the training file, " + std::to_string(file_columns_) +
                   ", or its features alone, " + std::to_string(columns_.size()) +
                   ", where columns are found by position");
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    found.push_back(&table.columns()[given == file_columns_ ? columns_[j].position : j]);
  }
  return found;
}

EncodedFeatures FeatureEncoding::encode(const Table& table) const {
  return encode(table, 0, table.rows());
}

EncodedFeatures FeatureEncoding::encode(const Table& table, std::size_t first,
                                        std::size_t count) const {
  require(first <= table.rows() && count <= table.rows() - first, table.source(),
          std::to_string(first) + " and " + std::to_string(count) + " further",
          "must have the rows asked for, of its " + std::to_string(table.rows()));
  EncodedFeatures result;
  FeatureEncoder(*this, table).encode({first, count}, result);
  return result;
}

}  // namespace phigp
