#include "phigp/model/row_encoder.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"

namespace phigp {

namespace {

constexpr double kFarthest = 1e150;  // of a target, standardised: its square is finite

const Column* numbers_named(const Table& table, const std::string& name) {
  if (name.empty()) return nullptr;
  const Column& column = table.at(name);
  static_cast<void>(numbers_of(table, column));  // throws for text
  return &column;
}

}  // namespace

InputEncoder::InputEncoder(const Table& table, const DataEncoding& encoding)
    : table_(table),
      features_(encoding.features, table),
      offset_(numbers_named(table, encoding.offset)),
      trials_(numbers_named(table, encoding.trials)) {
  // f is in the units of the standardised response.
  if (encoding.domain == Domain::real) offset_unit_ = encoding.response.scale;
}

void InputEncoder::encode(const RowChoice& rows, EncodedInputs& to) const {
  EncodedFeatures features;
  features.X.swap(to.X);
  features_.encode(rows, features);
  to.X.swap(features.X);
  to.unseen = std::move(features.unseen);
  to.imputed = std::move(features.imputed);
  to.offset.resize(offset_ == nullptr ? 0 : static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; offset_ != nullptr && k < rows.size(); ++k) {
    to.offset[static_cast<Eigen::Index>(k)] =
        complete_number(table_, *offset_, rows[k]) / offset_unit_;
  }
  to.trials.assign(rows.size(), 1.0);
  for (std::size_t k = 0; trials_ != nullptr && k < rows.size(); ++k) {
    const double trials = complete_number(table_, *trials_, rows[k]);
    if (!(trials >= 1.0 && trials == std::floor(trials))) {
      throw DataError(table_.place(rows[k], *trials_), to_text(trials),
                      "must be a whole number, at least 1");
    }
    to.trials[k] = trials;
  }
}

TargetEncoder::TargetEncoder(const Table& table, const DataEncoding& encoding)
    : table_(table), encoding_(encoding), column_(table.at(encoding.target)) {
  if (encoding.domain == Domain::label) {
    labels_.emplace(table, encoding.target, encoding.labels);
  } else {
    static_cast<void>(numbers_of(table, column_));  // throws for text
  }
}

double TargetEncoder::at(std::size_t row) const {
  if (labels_) return labels_->at(row);
  const double y = column_.numbers[row];
  return encoding_.domain == Domain::real ? encoding_.response.apply(y) : y;
}

Row TargetEncoder::checked(std::size_t row, double trials) const {
  const double y = at(row);
  const auto refuse = [&](const std::string& rule) {
    throw DataError(table_.place(row, column_), to_text(y), rule);
  };
  const bool counts = encoding_.domain == Domain::count || encoding_.domain == Domain::successes;
  if (counts && !(y >= 0.0 && y == std::floor(y))) refuse("must be a whole number, at least 0");
  if (encoding_.domain == Domain::successes && !(y <= trials)) {
    refuse(fmt::format("must be at most the number of trials ({})", to_text(trials)));
  }
  if (encoding_.domain == Domain::real && !(std::abs(y) < kFarthest)) {
    throw DataError(table_.place(row, column_), to_text(column_.numbers[row]),
                    "must not be that far from the targets of training");
  }
  return {y, trials};
}

double weight_at(const Table& table, const Column& weights, std::size_t row) {
  const double weight = complete_number(table, weights, row);
  if (weight >= 0.0) return weight;
  throw DataError(table.place(row, weights), to_text(weight), "must not be negative");
}

}  // namespace phigp
