#include "phigp/io/target_encoding.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/decimal_comma.h"

namespace phigp {

namespace {

constexpr std::size_t kMostShown = 5;

// Up to kMostShown different labels, by first appearance.
std::vector<std::string> different_labels(const Column& column) {
  if (column.kind == ColumnKind::text) {
    const std::size_t count = std::min(kMostShown, column.values.size());
    return {column.values.begin(), column.values.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  std::vector<double> seen;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < column.rows() && seen.size() < kMostShown; ++i) {
    const double value = column.numbers[i];
    if (std::isnan(value) || std::find(seen.begin(), seen.end(), value) != seen.end()) continue;
    seen.push_back(value);
    labels.push_back(column.text(i));
  }
  return labels;
}

// Of a text that a number was made into.
double number_of(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The number whose text, as Column::text writes it, is this label; none if there is none.
std::optional<double> number_that_reads(const std::optional<std::string>& label) {
  if (!label) return std::nullopt;
  const double value = number_of(*label);
  if (to_text(value + 0.0) != *label) return std::nullopt;
  return value;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

Target empty_target(std::size_t rows) {
  Target target;
  target.y.setConstant(static_cast<Eigen::Index>(rows), std::numeric_limits<double>::quiet_NaN());
  target.missing.assign(rows, false);
  return target;
}

void mark_missing(Target& target, std::size_t row) {
  target.missing[row] = true;
  ++target.missing_count;
}

nlohmann::json to_value(const std::optional<std::string>& label) {
  return label ? nlohmann::json(*label) : nlohmann::json(nullptr);
}

std::optional<std::string> label_of(const nlohmann::json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<std::string>();
}

}  // namespace

Labels find_labels(const Table& table, std::string_view name) {
  const Column& column = table.at(name);
  std::vector<std::string> found = different_labels(column);
  require_data(!found.empty(), table.place(column), "", "must have a label that is not missing");
  refuse_decimal_commas(table, column);
  require_data(found.size() <= 2, table.place(column),
               joined(found) + (found.size() == kMostShown ? ", …" : ""),
               "must have two labels; classification into three or more does not exist here");
  if (found.size() == 1) {
    if (column.kind == ColumnKind::number && (found[0] == "0" || found[0] == "-1")) {
      return {found[0], std::nullopt};
    }
    return {std::nullopt, found[0]};
  }
  // Numbers compare as numbers: 10 comes after 9.
  const bool ordered = column.kind == ColumnKind::number ? number_of(found[0]) < number_of(found[1])
                                                         : found[0] < found[1];
  if (!ordered) std::swap(found[0], found[1]);
  return {found[0], found[1]};
}

Target encode_target(const Table& table, std::string_view name) {
  const Column& column = table.at(name);
  const NumberCells& numbers = numbers_of(table, column);
  Target target = empty_target(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    target.y[static_cast<Eigen::Index>(i)] = numbers[i];
    if (std::isnan(numbers[i])) mark_missing(target, i);
  }
  return target;
}

Target encode_target(const Table& table, std::string_view name, const Labels& labels) {
  const LabelEncoder encoder(table, name, labels);
  Target target = empty_target(table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double y = encoder.at(i);
    target.y[static_cast<Eigen::Index>(i)] = y;
    if (std::isnan(y)) mark_missing(target, i);
  }
  return target;
}

LabelEncoder::LabelEncoder(const Table& table, std::string_view name, const Labels& labels)
    : table_(table), column_(table.at(name)), known_(labels) {
  require(labels.negative || labels.positive, "labels", "", "must know at least one label");
  const auto prepare = [&] {
    of_code_.clear();
    for (const std::string& text : column_.values) {
      of_code_.push_back(text == known_.positive   ? std::optional(true)
                         : text == known_.negative ? std::optional(false)
                                                   : std::nullopt);
    }
    negative_number_ = number_that_reads(known_.negative);
    positive_number_ = number_that_reads(known_.positive);
  };
  prepare();
  if (!labels.only_one()) return;
  for (std::size_t i = 0; i < column_.rows(); ++i) {
    if (column_.missing(i) || is_positive(i)) continue;
    (known_.negative ? known_.positive : known_.negative) = column_.text(i);
    prepare();
    return;
  }
}

std::optional<bool> LabelEncoder::is_positive(std::size_t row) const {
  if (column_.kind == ColumnKind::text)
    return of_code_[static_cast<std::size_t>(column_.codes[row])];
  const double value = column_.numbers[row];
  if (value == positive_number_) return true;
  if (value == negative_number_) return false;
  return std::nullopt;
}

double LabelEncoder::at(std::size_t row) const {
  if (column_.missing(row)) return std::numeric_limits<double>::quiet_NaN();
  if (const std::optional<bool> positive = is_positive(row)) return *positive ? 1.0 : -1.0;
  throw DataError(table_.place(row, column_), column_.text(row),
                  "must be one of the labels " + *known_.negative + " and " + *known_.positive);
}

std::string Labels::to_json() const {
  const nlohmann::json both{{"negative", to_value(negative)}, {"positive", to_value(positive)}};
  try {
    return both.dump();
  } catch (const nlohmann::json::exception&) {
    throw InvalidInput("labels", "", "must be UTF-8 text");
  }
}

Labels Labels::from_json(std::string_view text) {
  try {
    const nlohmann::json both = nlohmann::json::parse(text);
    Labels labels{label_of(both.at("negative")), label_of(both.at("positive"))};
    require((labels.negative || labels.positive) && labels.negative != labels.positive, "labels",
            std::string(text), "must be two different ones, of which one may be unknown");
    return labels;
  } catch (const nlohmann::json::exception&) {
    throw InvalidInput("labels", "", "must be the JSON that to_json wrote");
  }
}

}  // namespace phigp
