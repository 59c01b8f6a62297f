#include "phigp/model/table_rows.h"

#include <algorithm>
#include <string>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"

namespace phigp {

TableRows::TableRows(const Table& table, const DataEncoding& encoding)
    : table_(table), encoding_(encoding), inputs_(table, encoding), target_(table, encoding) {
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (target_.missing(i)) missing_.push_back(i);
  }
  require_data(missing_.size() < table.rows(), table.source(), "", "has no row with a target");
  if (!encoding.weights.empty()) {
    weights_ = &table.at(encoding.weights);
    static_cast<void>(numbers_of(table, *weights_));  // throws for text
  }
}

Eigen::Index TableRows::size() const {
  return static_cast<Eigen::Index>(table_.rows() - missing_.size());
}

Eigen::Index TableRows::inputs() const { return static_cast<Eigen::Index>(inputs_.width()); }

// Before missing row number j come missing_[j] - j rows with a target.
std::size_t TableRows::table_row(Eigen::Index k) const {
  const auto wanted = static_cast<std::size_t>(k);
  std::size_t before = 0;  // missing rows before it, by bisection
  for (std::size_t end = missing_.size(); before < end;) {
    const std::size_t middle = before + (end - before) / 2;
    if (missing_[middle] - middle <= wanted) {
      before = middle + 1;
    } else {
      end = middle;
    }
  }
  return wanted + before;
}

void TableRows::read(Eigen::Index first, Eigen::Index count, TrainingSet& block) const {
  require(first >= 0 && count >= 0 && count <= size() - first, table_.source(),
          std::to_string(first) + " and " + std::to_string(count) + " further",
          "must have the rows asked for, of " + std::to_string(size()) + " with a target");
  const auto wanted = static_cast<std::size_t>(count);
  if (count == 0) return encode({0, 0}, block);
  const std::size_t begin = table_row(first);
  if (table_row(first + count - 1) == begin + wanted - 1) return encode({begin, wanted}, block);
  std::vector<std::size_t> rows;
  rows.reserve(wanted);
  for (std::size_t row = begin; rows.size() < wanted; ++row) {
    if (!target_.missing(row)) rows.push_back(row);
  }
  encode(RowChoice(rows), block);
}

void TableRows::gather(std::span<const Eigen::Index> rows, TrainingSet& block) const {
  std::vector<std::size_t> list;
  list.reserve(rows.size());
  for (const Eigen::Index k : rows) {
    require(k >= 0 && k < size(), table_.source(), std::to_string(k),
            "must have the rows asked for, of " + std::to_string(size()) + " with a target");
    list.push_back(table_row(k));
  }
  encode(RowChoice(list), block);
}

void TableRows::encode(const RowChoice& rows, TrainingSet& block) const {
  EncodedInputs inputs;
  inputs.X.swap(block.X);
  inputs.offset.swap(block.offset);
  inputs_.encode(rows, inputs);
  block.X.swap(inputs.X);
  block.offset.swap(inputs.offset);
  block.rows.resize(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    block.rows[k] = target_.checked(rows[k], inputs.trials[k]);
  }
  block.weights.resize(weights_ == nullptr ? 0 : rows.size());
  for (std::size_t k = 0; k < block.weights.size(); ++k) {
    block.weights[k] = weight_at(table_, *weights_, rows[k]);
  }
}

std::vector<CellCount> TableRows::imputed() const {
  std::vector<CellCount> counts;
  const std::vector<const Column*> found = encoding_.features.match(table_);
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (found[j] == nullptr) continue;
    std::size_t cells = 0;
    for (std::size_t i = 0; i < table_.rows(); ++i) {
      if (found[j]->missing(i) && !target_.missing(i)) ++cells;
    }
    if (cells > 0) counts.push_back({encoding_.features.columns()[j].name, cells});
  }
  return counts;
}

}  // namespace phigp
