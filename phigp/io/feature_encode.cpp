// Applying a FeatureEncoding to a table (encode of feature_encoding.h).
#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/io/feature_encoding.h"

namespace phigp {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// Cells of one column in the rows at hand; writes features from column `at` of X on.
class ColumnEncoder {
 public:
  ColumnEncoder(const Table& table, const Column& from, const FeatureColumn& to, bool impute)
      : table_(table), from_(from), to_(to), impute_(impute) {}

  void encode(std::size_t first, Eigen::Index at, Points& X) {
    if (to_.kind == ColumnKind::text) {
      encode_categories(first, at, X);
    } else {
      encode_numbers(first, at, X);
    }
  }
  std::size_t unseen = 0;
  std::size_t imputed = 0;

 private:
  void count_missing(std::size_t row) {
    if (!impute_) {
      throw InvalidInput(table_.place(row, from_), "",
                         "is missing; give a value or ask for missing cells to be imputed");
    }
    ++imputed;
  }

  void encode_numbers(std::size_t first, Eigen::Index at, Points& X) {
    const std::span<const double> numbers = numbers_of(table_, from_);
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      const std::size_t row = first + static_cast<std::size_t>(i);
      double value = numbers[row];
      if (std::isnan(value)) {
        count_missing(row);
        value = to_.mean;
      }
      X(i, at) = to_.standardisation.apply(value);
      if (std::isfinite(X(i, at))) continue;
      throw InvalidInput(table_.place(row, from_), to_text(value),
                         "must lie nearer to the training data: its distance overflows");
    }
  }

  std::size_t category(const std::string& text) const {
    const auto place = std::find(to_.categories.begin(), to_.categories.end(), text);
    if (place == to_.categories.end()) return kNone;
    return static_cast<std::size_t>(place - to_.categories.begin());
  }

  void encode_categories(std::size_t first, Eigen::Index at, Points& X) {
    std::vector<std::size_t> of_code;  // each different text is looked up once
    for (const std::string& text : from_.values) of_code.push_back(category(text));
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      const std::size_t row = first + static_cast<std::size_t>(i);
      std::size_t found = to_.commonest;
      if (from_.missing(row)) {
        count_missing(row);
      } else if (from_.kind == ColumnKind::text) {
        found = of_code[static_cast<std::size_t>(from_.codes[row])];
      } else {
        found = category(from_.text(row));
      }
      for (std::size_t k = 0; k < to_.categories.size(); ++k) {
        X(i, at + static_cast<Eigen::Index>(k)) = k == found ? 1.0 : 0.0;
      }
      if (found == kNone) ++unseen;
    }
  }

  const Table& table_;
  const Column& from_;
  const FeatureColumn& to_;
  bool impute_;
};

}  // namespace

// nullptr stands for a column of zeros that a sparse file left out.
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
    require(absent.empty(), table.source(), absent + " missing",
            "must have the columns that the model was trained on");
    return found;
  }
  require(given == file_columns_ || given == columns_.size(), table.source(), std::to_string(given),
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
  result.X.resize(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(width()));
  const std::vector<const Column*> found = match(table);
  Column zeros;
  Eigen::Index at = 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (found[j] == nullptr && zeros.numbers.empty()) zeros.numbers.assign(table.rows(), 0.0);
    ColumnEncoder encoder(table, found[j] == nullptr ? zeros : *found[j], columns_[j], impute_);
    encoder.encode(first, at, result.X);
    at += static_cast<Eigen::Index>(columns_[j].width());
    if (encoder.unseen > 0) result.unseen.push_back({columns_[j].name, encoder.unseen});
    if (encoder.imputed > 0) result.imputed.push_back({columns_[j].name, encoder.imputed});
  }
  return result;
}

}  // namespace phigp
